import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
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
  },
  permissions: {
    users: {
      title: 'People',
      place: 30,
      rights: {
        'users.view': { label: 'View staff, their groups and permissions', roles: [] },
        'users.change': { label: 'Add, edit and disable users; reset passwords', roles: [] },
      },
    },
    groups: {
      title: 'Groups',
      place: 40,
      rights: {
        'groups.change': { label: 'Manage group permissions', roles: [] },
      },
    },
    security: {
      title: 'Security',
      place: 50,
      rights: {
        'security.change': { label: 'Manage rules for passwords, time-outs and two-factor authentication', roles: [] },
      },
    },
  },
  topics: {
    users: { access: 'users.view' },
    // For the account whose id it carries; without one, for every account.
    rights: { access: 'signed-in' },
  },
  accessLog: {
    nouns: [{ entities: ['user'], staff: 'the portal account', patient: 'your account' }],
    sentences: {
      'try a slip user': { staff: 'Entered a code to link an account', patient: 'Tried a code to link an account to your record' },
      'try a code user': { patient: 'Tried a code to link an account to your record' },
      'send a code user': { patient: 'Sent you a code to link an account to your record' },
      'reset password user': { patient: 'Gave your account a new password' },
    },
  },
}
