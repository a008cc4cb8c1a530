import type { SealedColumn } from '#platform/keys/sealed-columns.ts'

/** Everything in the database that is sealed with the clinic's own key. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'second_factors', id: 'user_id', column: 'secret', purpose: 'second factor', label: 'two-factor authentication of staff' },
  {
    table: 'second_factors',
    id: 'user_id',
    column: 'pending_secret',
    purpose: 'second factor',
    label: 'two-factor authentication of staff',
  },
  { table: 'message_settings', id: 'id', column: 'smtp_password', purpose: 'message settings', label: 'the password of the mail server' },
  {
    table: 'message_settings',
    id: 'id',
    column: 'sms_authorization',
    purpose: 'message settings',
    label: 'the authorization of the SMS gateway',
  },
  { table: 'assistant_settings', id: 'id', column: 'api_key', purpose: 'assistant settings', label: 'the key of the language model' },
]
