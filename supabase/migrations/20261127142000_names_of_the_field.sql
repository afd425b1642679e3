-- Names of the field: to reject, an email, items. The functions say the same as before.
alter table private.returned_pieces rename to returned_items;
alter table private.returned_items rename constraint returned_pieces_pkey to returned_items_pkey;
alter table private.returned_items rename constraint returned_pieces_order_id_fkey to returned_items_order_id_fkey;
alter table private.returned_items rename constraint returned_pieces_line_check to returned_items_line_check;
alter table private.returned_items rename constraint returned_pieces_quantity_check to returned_items_quantity_check;

alter policy "Staff read letters" on public.contact_messages rename to "Staff read messages";
alter policy "Staff mark letters" on public.contact_messages rename to "Staff mark messages";
alter policy "Staff delete letters" on public.contact_messages rename to "Staff delete messages";
alter trigger acknowledge_letters on public.contact_messages rename to acknowledge_messages;

alter function private.acknowledge_letters() rename to acknowledge_messages;
alter function private.check_letter_email() rename to check_message_email;
alter function private.max_pieces() rename to max_items;
alter function private.refuse(text, text, text, text) rename to reject;
alter function private.refuse_constraint(text, text) rename to reject_constraint;
alter function private.refuse_deletion(uuid, uuid[], text[]) rename to reject_deletion;
alter function private.refuse_max_quantity() rename to reject_max_quantity;
alter function private.refuse_quantity(integer) rename to reject_quantity;
alter function private.sending_refusal(public.orders) rename to sending_rejection;

-- The bodies are rewritten in place: each says an old name many times, and nothing else of it changes.
do $$
declare
  v_names constant text[] := array[
    array['refusal', 'rejection'],
    array['refused', 'rejected'],
    array['refuses', 'rejects'],
    array['refusing', 'rejecting'],
    array['refuse', 'reject'],
    array['\m(returned|max|v)_pieces\M', '\1_items'],
    array['''pieces'', effect\.pieces', '''items'', effect.items'],
    array['count\(\*\)::integer as letters', 'count(*)::integer as messages'],
    array['v_sent\.letters', 'v_sent.messages'],
    array['(review|stock)_letters\M', '\1_emails'],
    array['\), told as \(', '), notified as ('],
    array['from told\)', 'from notified)'],
    array['\mtold\.(status|applies|place)', 'change.\1'],
    array['\mas told\M', 'as change'],
    array['mail\(new, told, tg', 'mail(new, change, tg'],
    array['\mletter\.([a-z])', 'email.\1'],
    array['''letter''', '''email'''],
    array['\mas letter\M', 'as email'],
    array['\mletter_id\M', 'email_id'],
    array['the letter names', 'the email names'],
    array['A letter that waits', 'An email that waits'],
    array['\mwish\.(product_id|place)', 'wanted.\1'],
    array['\mas wish\M', 'as wanted'],
    array['pieces integer', 'items integer']
  ];
  v_call record;
  v_definition text;
  v_name text[];
begin
  for v_call in
    select call.oid as id, call.oid::regprocedure::text as name,
      -- A column of a result cannot be renamed.
      call.proname in ('status_effects', 'missing_right') as is_made_anew
    from pg_catalog.pg_proc as call
    where call.pronamespace in ('private'::regnamespace, 'public'::regnamespace)
      and (call.prosrc ~ 'refus|_pieces|letter|told|''pieces''|as wish' or call.proname = 'missing_right')
      and not exists (
        select from pg_catalog.pg_depend as part
        where part.classid = 'pg_catalog.pg_proc'::regclass and part.objid = call.oid and part.deptype = 'e')
    order by call.oid
  loop
    v_definition := pg_catalog.pg_get_functiondef(v_call.id);
    foreach v_name slice 1 in array v_names loop
      v_definition := regexp_replace(v_definition, v_name[1], v_name[2], 'g');
    end loop;
    if v_call.is_made_anew then
      execute format('drop function %s', v_call.name);
    end if;
    execute v_definition;
  end loop;
end;
$$;

revoke all on function private.status_effects(public.orders, public.orders) from public;
revoke all on function private.missing_right(public.orders, public.orders) from public;

update private.setting_rules set choices = array['first', 'reject'] where key = 'shipping.unmatchedZone';
update private.setting_rules set choices = array['reported', 'ignored'] where key = 'shipping.invalidJson';
update public.shop_settings set value = '"reject"' where key = 'shipping.unmatchedZone' and value = '"refuse"';
update public.shop_settings set value = '"reported"' where key = 'shipping.invalidJson' and value = '"told"';

select private.hide_rows_in_api_errors();
