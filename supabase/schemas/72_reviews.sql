-- Reviews by those who bought: asked for by an email 14 days after delivery, shown once staff approve them.

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  -- The line's place in the order's items, from 0.
  line integer not null check (line >= 0),
  product_id uuid not null references public.products (id) on delete cascade,
  variant_name text not null default '' check (char_length(variant_name) <= 200),
  rating integer not null check (rating between 1 and 5),
  body text not null default '' check (char_length(body) <= 2000),
  author text not null check (char_length(author) between 1 and 40),
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected')),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  unique (order_id, line),
  constraint reviews_decided check ((state = 'pending') = (decided_at is null))
);

create index reviews_shown on public.reviews (product_id, created_at desc, id) where state = 'approved';
create index reviews_by_product on public.reviews (product_id);
create index reviews_by_state on public.reviews (state, created_at desc, id);

alter table public.reviews enable row level security;
revoke all on table public.reviews from anon, authenticated;
grant all on table public.reviews to service_role;
-- Not the order: nobody else learns who bought what.
grant select (id, product_id, variant_name, rating, body, author, created_at) on table public.reviews to anon, authenticated;

create policy "Anyone reads approved reviews" on public.reviews for select to anon, authenticated using (state = 'approved');

-- Approved reviews of each product, and the sum of their stars.
create table public.product_ratings (
  product_id uuid primary key references public.products (id) on delete cascade,
  reviews integer not null check (reviews >= 0),
  stars integer not null check (stars between reviews and reviews * 5)
);

alter table public.product_ratings enable row level security;
revoke all on table public.product_ratings from anon, authenticated;
grant all on table public.product_ratings to service_role;
grant select on table public.product_ratings to anon, authenticated;

create policy "Anyone reads ratings" on public.product_ratings for select to anon, authenticated using (true);

create function private.count_review()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_before constant integer := case when tg_op <> 'INSERT' and old.state = 'approved' then 1 else 0 end;
  v_after constant integer := case when tg_op <> 'DELETE' and new.state = 'approved' then 1 else 0 end;
begin
  if tg_op = 'DELETE' then
    -- Not inserted: the product may be on its way out.
    update public.product_ratings set reviews = reviews - v_before, stars = stars - v_before * old.rating
    where product_id = old.product_id and v_before = 1;
  elsif v_before + v_after > 0 then
    insert into public.product_ratings as total (product_id, reviews, stars) values (new.product_id, v_after, v_after * new.rating)
    on conflict (product_id) do update set reviews = total.reviews + v_after - v_before,
      stars = total.stars + v_after * new.rating - case when v_before = 1 then old.rating else 0 end;
  end if;
  return null;
end;
$$;

create trigger count_review after insert or update or delete on public.reviews
  for each row execute function private.count_review();

create trigger bump_version_insert after insert on public.product_ratings
  referencing new table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_update after update on public.product_ratings
  referencing new table as changed_rows for each statement execute function private.bump_catalogue_version();

create trigger audit_update after update on public.reviews
  referencing old table as old_rows new table as new_rows for each statement execute function private.audit();

-- The emails that ask for reviews: those to be sent, and the tokens of the links in those that were.
create table private.review_requests (
  order_id uuid primary key references public.orders (id) on delete cascade,
  due_at timestamptz not null,
  token_hash text unique,
  sent_at timestamptz
);

create index review_requests_due on private.review_requests (due_at) where sent_at is null;
create index review_requests_sent on private.review_requests (sent_at);

revoke all on table private.review_requests from public;
grant select, insert, update, delete on table private.review_requests to service_role;

-- Two weeks from the day the carrier names, which may be told late.
create function private.plan_review_request()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.review_requests (order_id, due_at)
  select new.id, least(now(), max(event.occurred_at)) + interval '14 days'
  from public.shipments as shipment
  join public.tracking_events as event on event.shipment_id = shipment.id and event.status = 'delivered'
  where shipment.order_id = new.id
  on conflict (order_id) do nothing;
  return null;
end;
$$;

create trigger plan_review_request after update of status on public.orders
  for each row when (new.status = 'delivered' and old.status <> 'delivered' and new.email is not null)
  execute function private.plan_review_request();

-- The lines of an order that can be reviewed: pieces of products that are still in the catalogue and did not all go back.
create function private.reviewable(p_order public.orders)
returns table (line integer, product_id uuid, name text, variant_name text)
language sql
stable
set search_path = ''
as $$
  select bought.line, bought.product_id, p_order.items -> bought.line ->> 'name',
    coalesce(p_order.items -> bought.line ->> 'variant_name', '')
  from private.order_lines(p_order) as bought
  join public.products on products.id = bought.product_id
  where bought.refunded < bought.quantity;
$$;

-- A new token for an order's link; only its hash is stored.
create function private.new_review_token(p_order uuid)
returns text
language plpgsql
set search_path = ''
as $$
declare
  v_token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  update private.review_requests set token_hash = private.token_hash(v_token), sent_at = now() where order_id = p_order;
  return v_token;
end;
$$;

-- Queues the emails that are due, for orders that are still delivered and paid, and forgets links after half a year.
create function private.send_review_requests()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_most constant integer := 200;
  v_order public.orders;
  v_lines jsonb;
  v_count integer := 0;
begin
  delete from private.review_requests where order_id in (
    select order_id from private.review_requests where sent_at <= now() - interval '180 days' limit 1000 for update skip locked);
  for v_order in
    select bought.* from private.review_requests as request join public.orders as bought on bought.id = request.order_id
    where request.sent_at is null and request.due_at <= now()
    order by request.due_at limit v_most for update of request skip locked
  loop
    select jsonb_agg(jsonb_build_object('name', name, 'variant_name', variant_name) order by line) into v_lines
    from private.reviewable(v_order);
    if v_lines is null or v_order.email is null or v_order.status not in ('delivered', 'completed')
      or v_order.payment_status <> 'succeeded'
    then
      update private.review_requests set sent_at = now() where order_id = v_order.id;
      continue;
    end if;
    insert into public.email_outbox (kind, recipient, subject, order_id, data)
    values ('review_request', v_order.email, format('What do you think of your order %s?', v_order.order_number), v_order.id,
      jsonb_build_object('order_number', v_order.order_number, 'items', v_lines, 'token', private.new_review_token(v_order.id)));
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$$;

-- The order of a link, or a row of nulls. A link ends with its order: once that is cancelled or refunded.
create function private.order_of_review_link(p_token text)
returns public.orders
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  perform private.consume_rate_limit('review_link', private.client_address(), 60, interval '15 minutes');
  select bought.* into v_order
  from private.review_requests as request join public.orders as bought on bought.id = request.order_id
  where request.token_hash = private.token_hash(p_token) and not private.order_returned(bought.status, bought.payment_status);
  return v_order;
end;
$$;

-- What the link of an email leads to: the order's lines with the reviews written so far. {"state": "invalid"} for every other text.
create function private.read_review_link(p_token text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.order_of_review_link(p_token);
begin
  if v_order.id is null then
    return jsonb_build_object('state', 'invalid');
  end if;
  return jsonb_build_object('state', 'valid', 'order_number', v_order.order_number,
    'author', left(coalesce(v_order.shipping_address ->> 'first_name', ''), 40),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('line', bought.line, 'name', bought.name, 'variant_name', bought.variant_name,
        'image', products.images[1], 'slug', products.slug,
        'review', case when review.id is not null then jsonb_build_object('rating', review.rating, 'body', review.body,
          'author', review.author, 'state', review.state) end) order by bought.line), '[]')
      from private.reviewable(v_order) as bought
      join public.products on products.id = bought.product_id
      left join public.reviews as review on review.order_id = v_order.id and review.line = bought.line));
end;
$$;

grant execute on function private.read_review_link(text) to anon, authenticated, service_role;

create function public.read_review_link(p_token text)
returns jsonb
language sql
volatile
set search_path = ''
as $$ select private.read_review_link(p_token); $$;

grant execute on function public.read_review_link(text) to anon, authenticated, service_role;

-- Writes the review of one bought line; it can be changed until staff decide about it. Raises 404 for a link or line that is none,
-- 409 when it is decided, 422 with the field as hint.
create function private.write_review(p_token text, p_line integer, p_rating integer, p_body text, p_author text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.order_of_review_link(p_token);
  v_body constant text := private.clean_text(coalesce(p_body, ''));
  v_author constant text := private.clean_text(coalesce(p_author, ''));
begin
  if v_order.id is null then
    perform private.reject('PT404', 'This link is not valid, or has expired.', 'review_link');
  elsif p_rating is null or p_rating not between 1 and 5 then
    perform private.reject('PT422', 'Choose one to five stars.', 'rating');
  elsif char_length(v_body) > 2000 then
    perform private.reject('PT422', 'Please keep it to 2,000 characters.', 'body');
  elsif private.holds_link(v_body) then
    perform private.reject('PT422', 'Please leave out links and addresses.', 'body');
  elsif char_length(v_author) not between 1 and 40 or private.holds_link(v_author) then
    perform private.reject('PT422', 'Please give a name of up to 40 characters.', 'author');
  end if;
  insert into public.reviews as review (order_id, line, product_id, variant_name, rating, body, author)
  select v_order.id, bought.line, bought.product_id, left(bought.variant_name, 200), p_rating, v_body, v_author
  from private.reviewable(v_order) as bought where bought.line = p_line
  on conflict (order_id, line) do update
    set rating = excluded.rating, body = excluded.body, author = excluded.author
    where review.state = 'pending';
  if not found then
    if exists (select from public.reviews where order_id = v_order.id and line = p_line) then
      perform private.reject('PT409', 'We have already read this review, so it can no longer be changed.', 'review_decided');
    end if;
    perform private.reject('PT404', 'This was not part of your order, or is no longer sold.', 'line');
  end if;
end;
$$;

grant execute on function private.write_review(text, int4, int4, text, text) to anon, authenticated, service_role;

create function public.write_review(p_token text, p_line integer, p_rating integer, p_body text, p_author text)
returns void
language sql
set search_path = ''
as $$ select private.write_review(p_token, p_line, p_rating, p_body, p_author); $$;

grant execute on function public.write_review(text, int4, int4, text, text) to anon, authenticated, service_role;

-- Reviews in a state: the oldest first of those that wait, else the newest; up to 1,000 are counted.
create function private.office_reviews(p_state text, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_most constant integer := 1000;
  v_size constant integer := least(greatest(coalesce(p_size, 25), 1), 100);
  v_waits constant boolean := p_state is not distinct from 'pending';
  v_total integer;
  v_pages integer;
  v_page integer;
  v_rows jsonb;
begin
  perform private.require_right('messages');
  select count(*) into v_total from (select from public.reviews where state = p_state limit v_most + 1) as counted;
  v_pages := greatest(1, ceil(least(v_total, v_most)::numeric / v_size));
  v_page := least(greatest(coalesce(p_page, 1), 1), v_pages);
  select coalesce(jsonb_agg(jsonb_build_object('id', review.id, 'state', review.state, 'rating', review.rating, 'body', review.body,
      'author', review.author, 'variant_name', review.variant_name, 'created_at', review.created_at, 'decided_at', review.decided_at,
      'order_number', bought.order_number, 'product', products.name, 'slug', products.slug)
    order by case when v_waits then review.created_at end, review.created_at desc, review.id), '[]')
  into v_rows
  from (
    (select id from public.reviews where state = p_state and v_waits order by created_at, id desc
      limit v_size offset (v_page - 1)::bigint * v_size)
    union all
    (select id from public.reviews where state = p_state and not v_waits order by created_at desc, id
      limit v_size offset (v_page - 1)::bigint * v_size)
  ) as wanted
  join public.reviews as review on review.id = wanted.id
  join public.orders as bought on bought.id = review.order_id
  join public.products on products.id = review.product_id;
  return jsonb_build_object('rows', v_rows, 'total', least(v_total, v_most), 'exact', v_total <= v_most, 'page', v_page,
    'pages', v_pages);
end;
$$;

grant execute on function private.office_reviews(text, int4, int4) to authenticated, service_role;

create function public.office_reviews(p_state text default 'pending', p_page integer default 1, p_size integer default 25)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_reviews(p_state, p_page, p_size); $$;

grant execute on function public.office_reviews(text, int4, int4) to authenticated, service_role;

-- Approves or rejects a review, or lets it wait again; the same again changes nothing.
create function private.decide_review(p_id uuid, p_state text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('messages');
  if p_state is null or p_state not in ('pending', 'approved', 'rejected') then
    perform private.reject('PT422', 'A review is approved, rejected or waits.', 'state');
  end if;
  update public.reviews set state = p_state, decided_at = case when p_state <> 'pending' then now() end
  where id = p_id and state <> p_state;
  if not found and not exists (select from public.reviews where id = p_id) then
    perform private.reject('PT404', 'This review does not exist.', 'review');
  end if;
end;
$$;

grant execute on function private.decide_review(uuid, text) to authenticated, service_role;

create function public.decide_review(p_id uuid, p_state text)
returns void
language sql
set search_path = ''
as $$ select private.decide_review(p_id, p_state); $$;

grant execute on function public.decide_review(uuid, text) to authenticated, service_role;
