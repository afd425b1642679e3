-- Tokens by which a team without the key of the service promotes and rolls back its own member of the release set.

create table private.release_tokens (
  id uuid primary key default gen_random_uuid(),
  remote text not null references public.remotes (name),
  -- What it is for, such as the name of the team's pipeline.
  name text not null check (char_length(btrim(name)) between 1 and 60),
  -- Only the hash of the token is kept.
  token_hash text not null unique,
  created_by text not null check (char_length(created_by) between 1 and 200),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);

create index release_tokens_by_remote on private.release_tokens (remote);

revoke all on table private.release_tokens from public;

create trigger audit_insert after insert on private.release_tokens
  referencing new table as new_rows for each statement execute function private.audit();
create trigger audit_update after update on private.release_tokens
  referencing old table as old_rows new table as new_rows for each statement execute function private.audit();

-- The tokens of the last year, newest first, without what opens anything.
create function private.office_release_tokens()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_right('releases');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'remote', remote, 'name', name, 'created_by', created_by,
      'created_at', created_at, 'expires_at', expires_at, 'last_used_at', last_used_at, 'revoked_at', revoked_at)
      order by created_at desc, id), '[]')
    from (
      select * from private.release_tokens where coalesce(revoked_at, expires_at) > now() - interval '1 year'
      order by created_at desc, id limit 200) as recent);
end;
$$;

-- A new token for one member, which is told this once.
create function private.create_release_token(p_remote text, p_name text, p_days integer)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  perform private.require_right('releases');
  if not exists (select from public.remotes where name = p_remote) then
    perform private.reject('PT422', 'Choose a member of the shop.', 'remote');
  elsif char_length(btrim(coalesce(p_name, ''))) not between 1 and 60 then
    perform private.reject('PT422', 'Say what the token is for, in at most 60 characters.', 'name');
  elsif p_days is null or p_days not between 1 and 366 then
    perform private.reject('PT422', 'A token lasts from 1 to 366 days.', 'days');
  end if;
  perform private.consume_rate_limit('release_token', (select auth.uid())::text, 30, interval '1 hour');
  insert into private.release_tokens (remote, name, token_hash, created_by, expires_at)
  values (p_remote, btrim(p_name), private.token_hash(v_token), private.release_actor(), now() + make_interval(days => p_days));
  return v_token;
end;
$$;

-- Ends a token at once.
create function private.revoke_release_token(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('releases');
  update private.release_tokens set revoked_at = now() where id = p_id and revoked_at is null;
  if not found then
    perform private.reject('PT404', 'The token does not exist, or was revoked already.', 'token_not_found');
  end if;
end;
$$;

-- The token that is meant, while it counts; it is 244 random bits, so nobody finds one by trying.
create function private.use_release_token(p_token text)
returns private.release_tokens
language plpgsql
set search_path = ''
as $$
declare
  v_token private.release_tokens;
begin
  update private.release_tokens set last_used_at = now()
  where token_hash = private.token_hash(left(p_token, 200)) and revoked_at is null and expires_at > now()
  returning * into v_token;
  if v_token.id is null then
    perform private.reject('PT403', 'The release token is unknown, expired or revoked. Ask for another at /admin/releases.', 'release_token');
  end if;
  perform private.consume_rate_limit('release_token_used', v_token.id::text, 120, interval '1 hour');
  return v_token;
end;
$$;

-- Who a token stands for, as the history of releases names it.
create function private.token_actor(p_token private.release_tokens)
returns text
language sql
immutable
set search_path = ''
as $$ select format('Token %s of %s', p_token.name, p_token.remote); $$;

-- The member that a token releases, with its owner and paths.
create function private.token_remote(p_token text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_token constant private.release_tokens := private.use_release_token(p_token);
begin
  return (
    select jsonb_build_object('name', name, 'owner', owner, 'mounts', mounts) from public.remotes where name = v_token.remote);
end;
$$;

-- Records a release of the token's member and makes the live set with it live.
create function private.promote_with_token(p_token text, p_record jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_token constant private.release_tokens := private.use_release_token(p_token);
  v_actor constant text := private.token_actor(v_token);
begin
  if p_record ->> 'name' is distinct from v_token.remote then
    perform private.reject('PT403', format('This token releases %s alone.', v_token.remote), 'name');
  end if;
  perform private.record_release(p_record, v_actor);
  return private.promote_release(jsonb_build_object(v_token.remote, p_record ->> 'version'), v_actor, '', false);
end;
$$;

-- Makes the set before live again, where it differs from the live one in the token's member alone.
create function private.roll_back_with_token(p_token text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_token constant private.release_tokens := private.use_release_token(p_token);
  v_left text;
  v_flip jsonb;
  v_others text;
begin
  select live into v_left from public.release_state for update;
  v_flip := private.roll_back_release(private.token_actor(v_token), '', false);
  select string_agg(name, ', ' order by name) into v_others
  from public.release_sets as old, public.release_sets as new, jsonb_object_keys(old.members || new.members) as name
  where old.id = v_left and new.id = v_flip ->> 'live' and name <> v_token.remote
    and old.members ->> name is distinct from new.members ->> name;
  if v_others is not null then
    perform private.reject('PT403', format(
      'The set before has another version of %s too: promote the version of %s that was live before.', v_others, v_token.remote), 'other_members');
  end if;
  return v_flip;
end;
$$;

create function public.office_release_tokens()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_release_tokens(); $$;

create function public.create_release_token(p_remote text, p_name text, p_days integer)
returns text
language sql
set search_path = ''
as $$ select private.create_release_token(p_remote, p_name, p_days); $$;

create function public.revoke_release_token(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.revoke_release_token(p_id); $$;

create function public.token_remote(p_token text)
returns jsonb
language sql
set search_path = ''
as $$ select private.token_remote(p_token); $$;

create function public.promote_with_token(p_token text, p_record jsonb)
returns jsonb
language sql
set search_path = ''
as $$ select private.promote_with_token(p_token, p_record); $$;

create function public.roll_back_with_token(p_token text)
returns jsonb
language sql
set search_path = ''
as $$ select private.roll_back_with_token(p_token); $$;

select private.hide_rows_in_api_errors();

revoke all on function private.office_release_tokens(), private.create_release_token(text, text, int4),
  private.revoke_release_token(uuid), private.use_release_token(text), private.token_actor(private.release_tokens),
  private.token_remote(text), private.promote_with_token(text, jsonb), private.roll_back_with_token(text) from public;
grant execute on function private.office_release_tokens(), private.create_release_token(text, text, int4),
  private.revoke_release_token(uuid) to authenticated, service_role;
grant execute on function public.office_release_tokens(), public.create_release_token(text, text, int4),
  public.revoke_release_token(uuid) to authenticated, service_role;
grant execute on function private.token_remote(text), private.promote_with_token(text, jsonb), private.roll_back_with_token(text)
  to anon, authenticated, service_role;
grant execute on function public.token_remote(text), public.promote_with_token(text, jsonb), public.roll_back_with_token(text)
  to anon, authenticated, service_role;

create or replace function private.audited_record(p_table text, p_id text)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_id constant uuid := case when pg_input_is_valid(p_id, 'uuid') then p_id::uuid end;
  v_number constant bigint := case when pg_input_is_valid(p_id, 'bigint') then p_id::bigint end;
begin
  return case p_table
    when 'products' then (select jsonb_build_object('name', name, 'opens', id) from public.products where id = v_id)
    when 'product_variants' then (
      select jsonb_build_object('name', concat_ws(', ', product.name, nullif(array_to_string(variant.option_values, ', '), '')), 'opens', product.id)
      from public.product_variants as variant join public.products as product on product.id = variant.product_id where variant.id = v_id)
    when 'categories' then (select jsonb_build_object('name', name, 'opens', id) from public.categories where id = v_id)
    when 'product_relations' then (
      select jsonb_build_object('name', product.name, 'opens', product.id)
      from public.product_relations as relation join public.products as product on product.id = relation.product_id
      where relation.id = v_id)
    when 'category_relations' then (
      select jsonb_build_object('name', category.name, 'opens', category.id)
      from public.category_relations as relation join public.categories as category on category.id = relation.category_id
      where relation.id = v_id)
    when 'orders' then (select jsonb_build_object('name', order_number, 'opens', order_number) from public.orders where id = v_id)
    when 'shipments' then (
      select jsonb_build_object('name', ordered.order_number, 'opens', ordered.order_number)
      from public.shipments as shipment join public.orders as ordered on ordered.id = shipment.order_id where shipment.id = v_id)
    when 'tracking_events' then (
      select jsonb_build_object('name', ordered.order_number, 'opens', ordered.order_number)
      from public.tracking_events as event join public.shipments as shipment on shipment.id = event.shipment_id
      join public.orders as ordered on ordered.id = shipment.order_id
      where event.id = v_number)
    when 'customers' then (
      select jsonb_build_object('name', coalesce(nullif(btrim(first_name || ' ' || last_name), ''), email), 'opens', id)
      from public.customers where id = v_id)
    when 'contact_messages' then (select jsonb_build_object('name', subject, 'opens', id) from public.contact_messages where id = v_id)
    when 'promotions' then (select jsonb_build_object('name', code, 'opens', id) from public.promotions where id = v_id)
    when 'gift_cards' then (select jsonb_build_object('name', '…' || hint, 'opens', id) from public.gift_cards where id = v_id)
    when 'release_events' then (select jsonb_build_object('name', to_set, 'opens', id) from public.release_events where id = v_number)
    when 'release_tokens' then (select jsonb_build_object('name', name, 'opens', id) from private.release_tokens where id = v_id)
    when 'reviews' then (
      select jsonb_build_object('name', product.name, 'opens', review.id)
      from public.reviews as review join public.products as product on product.id = review.product_id where review.id = v_id)
    when 'search_synonyms' then (select jsonb_build_object('name', typed[1], 'opens', id) from public.search_synonyms where id = v_id)
    when 'shipping_zones' then (select jsonb_build_object('name', name, 'opens', id) from public.shipping_zones where id = v_id)
    when 'shipping_methods' then (select jsonb_build_object('name', name, 'opens', id) from public.shipping_methods where id = v_id)
    when 'shipping_rules' then (select jsonb_build_object('name', name, 'opens', id) from public.shipping_rules where id = v_id)
    when 'admin_users' then (
      select jsonb_build_object('name', btrim(first_name || ' ' || last_name), 'opens', id) from public.admin_users where id = v_id)
    when 'staff_invitations' then (
      select jsonb_build_object('name', email, 'opens', id) from public.staff_invitations where id = v_id)
    when 'shop_settings' then (select jsonb_build_object('name', key, 'opens', key) from public.shop_settings where key = p_id)
  end;
end;
$$;
