-- The page of releases in the back office: what is live, its history, and promotions and rollbacks by staff.

create trigger audit_insert after insert on public.release_events
  referencing new table as new_rows for each statement execute function private.audit();

-- With what was made live.
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

-- The caller, as the history of releases names them.
create function private.release_actor()
returns text
language sql
stable
set search_path = ''
as $$
  select left(btrim(coalesce((select name from private.staff_names where user_id = person.id), '') || ' ' || person.email), 200)
  from auth.users as person where person.id = (select auth.uid());
$$;

-- The members with their owners, what runs of each, and their twenty latest recorded versions; and the set that a rollback gives, null
-- where there is none or nobody may stay on it.
create function private.office_releases()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_right('releases');
  return (
    select jsonb_build_object(
      'live', state.live,
      'since', state.changed_at,
      'rollback', (
        select jsonb_build_object('set', id, 'members', members) from public.release_sets
        where id = state.last_good and id <> state.live and id <> all (state.withdrawn)),
      'members', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'name', remote.name, 'owner', remote.owner, 'version', release.version, 'commit', release.record ->> 'commit',
          'released_at', coalesce(release.record ->> 'builtAt', release.recorded_at::text),
          'bytes', release.record #> '{sizes,brotli}', 'needs', release.record -> 'needs', 'provides', release.record -> 'provides',
          'recorded', (
            select coalesce(jsonb_agg(jsonb_build_object('version', latest.version, 'commit', latest.commit, 'at', latest.recorded_at)
              order by latest.recorded_at desc, latest.version), '[]')
            from (
              select version, recorded_at, record ->> 'commit' as commit from public.releases where name = remote.name
              order by recorded_at desc, version limit 20) as latest)) order by remote.name <> 'shell', remote.name), '[]')
        from public.remotes as remote
        left join public.release_sets as live on live.id = state.live
        left join public.releases as release on release.name = remote.name and release.version = live.members ->> remote.name))
    from public.release_state as state);
end;
$$;

-- One page of what was made live, newest first, with the members that changed: all of them where no set was live before.
create function private.office_release_events(p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_size constant integer := least(greatest(coalesce(p_size, 20), 1), 100);
  v_total constant bigint := (select count(*) from public.release_events);
  v_pages constant bigint := greatest(ceil(v_total::numeric / v_size), 1);
  v_page constant bigint := least(greatest(coalesce(p_page, 1), 1), v_pages);
begin
  perform private.require_right('releases');
  return jsonb_build_object('total', v_total, 'page', v_page, 'pages', v_pages, 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('id', event.id::text, 'at', event.at, 'actor', event.actor, 'what', event.what,
      'why', event.why, 'from', event.from_set, 'to', event.to_set, 'changes', (
        select coalesce(jsonb_agg(jsonb_build_object('name', name, 'from', old.members ->> name, 'to', new.members ->> name) order by name), '[]')
        from jsonb_object_keys(coalesce(old.members, '{}') || new.members) as name
        where old.members ->> name is distinct from new.members ->> name)) order by event.id desc), '[]')
    from (select * from public.release_events order by id desc limit v_size offset (v_page - 1) * v_size) as event
    join public.release_sets as new on new.id = event.to_set
    left join public.release_sets as old on old.id = event.from_set));
end;
$$;

-- The reason that staff give, or a 422.
create function private.release_reason(p_why text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  if char_length(btrim(coalesce(p_why, ''))) not between 1 and 500 then
    perform private.reject('PT422', 'Say why, in at most 500 characters.', 'why');
  end if;
  return btrim(p_why);
end;
$$;

-- Records a release and makes the live set with it live, as the release commands do. p_live: the set that was live when web server and
-- staff looked; what they saw counts for no other. Web servers run only what is signed, whoever calls this.
create function private.promote_as_staff(p_record jsonb, p_live text, p_why text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_why text;
  v_actor text;
begin
  perform private.require_right('releases');
  v_why := private.release_reason(p_why);
  v_actor := private.release_actor();
  if (select live from public.release_state for update) is distinct from p_live then
    perform private.reject('PT409', 'Another set has gone live meanwhile. Look at it, and try again.', 'live_changed');
  end if;
  perform private.record_release(p_record, v_actor);
  return private.promote_release(jsonb_build_object(p_record ->> 'name', p_record ->> 'version'), v_actor, v_why, false);
end;
$$;

-- Makes the set before live again, which has to be p_to.
create function private.roll_back_as_staff(p_to text, p_why text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_why text;
  v_flip jsonb;
begin
  perform private.require_right('releases');
  v_why := private.release_reason(p_why);
  v_flip := private.roll_back_release(private.release_actor(), v_why, false);
  if v_flip ->> 'live' is distinct from p_to then
    perform private.reject('PT409', 'Another set has gone live meanwhile. Look at it, and try again.', 'live_changed');
  end if;
  return v_flip;
end;
$$;

create function public.office_releases()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_releases(); $$;

create function public.office_release_events(p_page integer default 1, p_size integer default 20)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_release_events(p_page, p_size); $$;

create function public.promote_as_staff(p_record jsonb, p_live text, p_why text)
returns jsonb
language sql
set search_path = ''
as $$ select private.promote_as_staff(p_record, p_live, p_why); $$;

create function public.roll_back_as_staff(p_to text, p_why text)
returns jsonb
language sql
set search_path = ''
as $$ select private.roll_back_as_staff(p_to, p_why); $$;

select private.hide_rows_in_api_errors();

revoke all on function private.office_releases(), private.office_release_events(int4, int4),
  private.promote_as_staff(jsonb, text, text), private.roll_back_as_staff(text, text) from public;
grant execute on function private.office_releases(), private.office_release_events(int4, int4),
  private.promote_as_staff(jsonb, text, text), private.roll_back_as_staff(text, text) to authenticated, service_role;
grant execute on function public.office_releases(), public.office_release_events(int4, int4),
  public.promote_as_staff(jsonb, text, text), public.roll_back_as_staff(text, text) to authenticated, service_role;
