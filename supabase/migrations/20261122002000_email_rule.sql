-- One rule for every address the shop writes to. Checkout, contact form and stock requests took addresses that the mailer
-- refuses, so that orders were paid and never confirmed. The browser has the same rule (isEmail in libs/settings), and a
-- test holds the two together.

-- One address in ASCII, as every mail server takes it: a dot-atom and a host name of at least two labels (RFC 5321, 4.1.2).
create function private.is_email(p_text text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(
    char_length(p_text) <= 254 and strpos(p_text, '@') <= 65
      and p_text collate "C" ~ ('^[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*'
        || '@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$'),
    false);
$$;

-- The buyer's address, of carts and of gift cards.
create or replace function private.email_field(p_json jsonb)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_email text := private.field(p_json, 'email', 254);
begin
  if not private.is_email(v_email) then
    perform private.refuse('PT422', 'Email is invalid', 'email');
  end if;
  return v_email;
end;
$$;

create or replace function private.ask_back_in_stock(p_product_id uuid, p_email text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_email constant text := lower(btrim(p_email));
  v_stock integer;
begin
  if not private.is_email(v_email) then
    perform private.refuse('PT422', 'Email is invalid', 'email');
  end if;
  perform private.limit_rate('stock_address', private.client_address(), 30, interval '1 hour');
  perform private.limit_rate('stock_email', v_email, 10, interval '1 hour');
  -- Waits for stock that is just arriving, so that no request comes too late for its letter.
  select inventory_quantity into v_stock from public.products where id = p_product_id and is_active for share;
  if v_stock is null then
    perform private.refuse('PT404', 'Product Not Found', 'product_not_found');
  elsif v_stock > 0 then
    perform private.refuse('PT409', 'This product is in stock.', 'in_stock');
  end if;
  insert into private.stock_requests (product_id, email) values (p_product_id, v_email)
  on conflict (product_id, email) do update set created_at = excluded.created_at;
end;
$$;

-- A trigger and no check of the column: staff must still be able to mark older messages as read, whatever their address is.
create function private.check_letter_email()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_email(new.email) then
    perform private.refuse('PT422', 'Email is invalid', 'email');
  end if;
  return new;
end;
$$;

create trigger check_email before insert or update of email on public.contact_messages
  for each row execute function private.check_letter_email();
alter table public.contact_messages drop constraint contact_messages_email_check;

revoke all on function private.is_email(text), private.check_letter_email() from public;
