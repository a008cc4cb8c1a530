import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: ['message_settings', 'message_templates', 'messages', 'message_opt_outs'],
  leftOutColumns: {
    'message_settings.smtp_password': 'a password, sealed with a key of this machine',
    'message_settings.sms_authorization': 'a password, sealed with a key of this machine',
    'message_settings.report_key': 'a secret in an address',
    'message_settings.email_is_on': 'so that not two clinics write to the same patients',
    'message_settings.sms_is_on': 'so that not two clinics write to the same patients',
  },
  filledAtFirst: ['message_settings'],
  sealed: [
    { table: 'message_settings', id: 'id', column: 'smtp_password', purpose: 'message settings', label: 'the password of the mail server' },
    {
      table: 'message_settings',
      id: 'id',
      column: 'sms_authorization',
      purpose: 'message settings',
      label: 'the authorization of the SMS gateway',
    },
  ],
}
