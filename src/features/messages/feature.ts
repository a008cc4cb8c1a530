import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
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
      {
        table: 'message_settings',
        id: 'id',
        column: 'smtp_password',
        purpose: 'message settings',
        label: 'the password of the mail server',
      },
      {
        table: 'message_settings',
        id: 'id',
        column: 'sms_authorization',
        purpose: 'message settings',
        label: 'the authorization of the SMS gateway',
      },
    ],
  },
  permissions: {
    messages: {
      title: 'Messages',
      place: 140,
      rights: {
        'messages.view': { label: 'View, resend and stop e-mails and SMS to patients', roles: ['receptionist'] },
        'messages.settings': { label: 'Set up e-mail and SMS, and edit message texts', roles: [] },
      },
    },
  },
  topics: {
    messages: { access: 'messages.view' },
  },
  patientRows: {
    messages: { label: 'Messages' },
  },
  accessLog: {
    nouns: [{ entities: ['message'], staff: 'the messages', patient: 'a message to you' }],
    sentences: {
      'opt out message': { staff: 'Stopped the messages', patient: 'Stopped messages to you' },
    },
  },
}
