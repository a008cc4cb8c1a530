import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: [
    'users',
    'permissions',
    'groups',
    'group_permissions',
    'user_groups',
    'sessions',
    'refresh_tokens',
    'login_attempts',
    'sign_in_tickets',
    'second_factors',
    'recovery_codes',
    'security_settings',
  ],
  leftOut: {
    sessions: 'who is signed in',
    refresh_tokens: 'who is signed in',
    sign_in_tickets: 'who is signing in',
    second_factors: 'secrets of the second step',
    recovery_codes: 'secrets of the second step',
  },
  leftOutColumns: {
    'users.password_hash': 'password hashes',
    'users.known_devices': 'hashes of browsers, with a key of this machine',
    'users.email_code_hash': 'a one-time code',
    'users.email_code_until': 'a one-time code',
  },
  filledAtFirst: ['group_permissions', 'groups', 'permissions', 'security_settings'],
  sealed: [
    { table: 'second_factors', id: 'user_id', column: 'secret', purpose: 'second factor', label: 'two-factor authentication of staff' },
    {
      table: 'second_factors',
      id: 'user_id',
      column: 'pending_secret',
      purpose: 'second factor',
      label: 'two-factor authentication of staff',
    },
  ],
}
