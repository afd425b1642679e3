import { getAuthSchemaSql, getStorageSchemaSql } from '@supabase/lite'
import type { Sql } from 'postgres'

// What a new hosted project holds before its first migration: roles, schemas, grants, helper functions.
const roles = `
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
create role authenticator login noinherit;
create role supabase_auth_admin nologin noinherit createrole;
create role supabase_storage_admin nologin noinherit createrole;
create role postgres login createdb createrole bypassrls replication;
grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role, supabase_auth_admin, supabase_storage_admin to postgres with admin option;
alter database postgres owner to postgres;
alter database postgres set search_path to "$user", public, extensions;
set search_path to public, extensions;

create schema extensions authorization postgres;
grant usage on schema extensions to anon, authenticated, service_role;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

grant usage on schema public to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on functions to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on sequences to anon, authenticated, service_role;

create publication supabase_realtime;
alter publication supabase_realtime owner to postgres;
`

const helpers = `
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
$$;
create or replace function auth.role() returns text language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role')
$$;
create or replace function auth.email() returns text language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email')
$$;
create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), ''))::jsonb
$$;

grant usage on schema auth, storage to anon, authenticated, service_role, postgres;
grant execute on all functions in schema auth, storage to anon, authenticated, service_role, postgres;
grant all on all tables in schema auth to supabase_auth_admin, postgres;
grant all on all tables in schema storage to anon, authenticated, service_role, postgres;
alter schema storage owner to supabase_storage_admin;
alter table storage.buckets owner to supabase_storage_admin;
alter table storage.objects owner to supabase_storage_admin;

-- The embedded backend's own notes; nobody but its superuser sees them.
create schema embedded;
create table embedded.mail (
  id bigint generated always as identity primary key,
  sent_at timestamptz not null default now(),
  recipient text not null, subject text not null, body_text text not null, body_html text
);
create table embedded.layout (version int not null);
insert into embedded.layout values (1);
`

/**
 * Gives an empty cluster the roles and schemas of a new hosted project, once: all of it or nothing.
 * @param sql a superuser's connection
 */
export async function ensureHostedLayout(sql: Sql): Promise<void> {
  const [row] = await sql<{ ready: boolean }[]>`select to_regclass('embedded.layout') is not null as ready`
  if (row?.ready) return
  await sql.begin(async (tx) => {
    for (const text of [roles, getAuthSchemaSql(), getStorageSchemaSql(), helpers]) await tx.unsafe(text).simple()
  })
}
