import { getAuthSchemaSql, getStorageSchemaSql } from '@supabase/lite'
import type { Sql } from 'postgres'

/** The channel of notifications with the ids of sessions that have ended. */
export const endedSessions = 'ended_sessions'

// A new hosted project before its first migration: roles, schemas, grants, helper functions.
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

-- The embedded backend's own tables, visible to its superuser only.
create schema embedded;
create table embedded.mail (
  id bigint generated always as identity primary key,
  sent_at timestamptz not null default now(),
  recipient text not null, subject text not null, body_text text not null, body_html text
);
create table embedded.layout (version int not null);
insert into embedded.layout values (1);
`

// Additions of later versions of the embedded backend, also for existing data folders.
const updates = [
  `
-- Pending account changes. Hashes only: reading this table opens no account.
create table embedded.email_codes (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('signup', 'recovery', 'email_change')),
  email text not null, user_id uuid not null,
  token_hash text not null unique, code_hash text not null,
  password_hash text, metadata jsonb not null, usable boolean not null,
  wrong_tries int not null default 0, created_at timestamptz not null default now()
);
create index on embedded.email_codes (email, kind);
create index on embedded.email_codes (created_at);

-- One-time steps of a data folder. One that has accounts already had its demo accounts created.
create table embedded.done (what text primary key, at timestamptz not null default now());
insert into embedded.done (what) select 'demo accounts' where exists (select from auth.users);

-- The account and storage services, as far as they act in their own name: what GoTrue and Storage may on hosted
-- Supabase, and no more. They see the tables of the API, and act for callers by taking their role.
create role embedded_services login inherit;
grant supabase_auth_admin, supabase_storage_admin, service_role to embedded_services with inherit true, set true;
grant anon, authenticated to embedded_services with inherit false, set true;
grant usage on schema auth to supabase_auth_admin;
`,
  `
-- A change of address is confirmed by both mailboxes: the one of a row is email, the address to come new_email.
delete from embedded.email_codes where kind = 'email_change';
alter table embedded.email_codes add column new_email text, add column confirmed_at timestamptz,
  add constraint email_codes_new_email check ((kind = 'email_change') = (new_email is not null));
`,
  `
-- Tells Realtime of each session that has ended.
create function embedded.announce_ended_session() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('${endedSessions}', old.id::text);
  return null;
end $$;
create trigger announce_end after delete on auth.sessions for each row execute function embedded.announce_ended_session();
`,
  `
-- Second factors, as GoTrue has them as far as migrations and the shop know them.
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');
create table auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text
);
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';
create table auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null,
  verified_at timestamptz,
  ip_address inet not null
);
create index mfa_challenge_created_at_idx on auth.mfa_challenges (created_at desc);
create table auth.mfa_amr_claims (
  id uuid primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  authentication_method text not null,
  unique (session_id, authentication_method)
);
grant all on auth.mfa_factors, auth.mfa_challenges, auth.mfa_amr_claims to supabase_auth_admin, postgres;

-- The time steps whose codes were used: a code that was seen over a shoulder does not work again.
create table embedded.used_codes (
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  step bigint not null,
  primary key (factor_id, step)
);
`,
]

/** Logins of the API: of requests, which take the role of their caller, and of the services themselves. Neither is a superuser. */
export const logins = { requests: 'authenticator', services: 'embedded_services' } as const

/**
 * Gives a cluster the roles and schemas of a new hosted project, and what later versions of the embedded backend add,
 * each once: all of it or nothing.
 * @param sql a superuser's connection
 * @param password for the API's logins, where they connect by other means than the private socket
 */
export async function ensureHostedLayout(sql: Sql, password: string): Promise<void> {
  await sql.begin(async (tx) => {
    const [row] = await tx<{ ready: boolean }[]>`select to_regclass('embedded.layout') is not null as ready`
    if (!row?.ready)
      for (const text of [roles, getAuthSchemaSql(), getStorageSchemaSql(), helpers])
        await tx.unsafe(text).simple()
    const [layout] = await tx<{ version: number }[]>`select version from embedded.layout`
    for (const text of updates.slice((layout?.version ?? 1) - 1)) await tx.unsafe(text).simple()
    await tx`update embedded.layout set version = ${updates.length + 1}`
    for (const login of Object.values(logins))
      await tx.unsafe(`alter role ${login} password '${password.replaceAll("'", "''")}'`)
  })
}
