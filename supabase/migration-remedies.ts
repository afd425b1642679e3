/** A problem of one statement, by the rule's name. */
export type Finding = { rule: keyof typeof remedies; what: string }

/** The remedy for each rule. */
export const remedies = {
  'file-name': 'Name it like the Supabase CLI does: 20261121000100_what_it_brings.sql, each version once.',
  syntax: 'Write it as PostgreSQL 17 reads it.',
  'table-secured':
    'In the same file: enable row level security, create a policy, revoke all from anon and authenticated, then grant what is meant.',
  'row-security-stays': 'Leave row level security on; write a policy instead.',
  'view-invoker': 'Create it with (security_invoker = true); materialised views belong in schema private.',
  'search-path': "Add set search_path = '' and qualify every name.",
  'definer-private': "Put it in schema private with a twin in public that has its caller's rights.",
  'definer-revoked': 'Revoke all on it from public in the same file, then grant execute to those it is for.',
  'policy-roles': 'Say to whom it speaks: to anon, authenticated.',
  'policy-subselect': 'Write (select auth.uid()): asked once a query, not once a row.',
  'broad-grant': 'Grant the single rights on named tables; truncate, references and trigger to nobody.',
  superuser: 'Hosted Supabase runs migrations as postgres, which is no superuser.',
  'foreign-schema': 'It belongs to the platform. Put your own things in public or private.',
  extension: 'Take one that hosted Supabase offers, and create it with schema extensions.',
  destructive: 'Say why nothing is lost in a comment before it: -- destructive: reason',
  transaction: 'Leave it out: each file runs in one transaction.',
  applied: 'Restore it, and write the change as a migration of its own.',
  unlisted: 'Before it is merged, list it: npx tsx supabase/lint-migrations.ts --list',
  hidden: 'Write it as a plain statement, so that it can be checked.',
} as const
