import { languages, t } from '#web/i18n.ts'
import type { Status } from '#web/look/tokens.ts'
import type { Channel, MessageKind, MessageLanguage, MessageState } from '../rules.ts'

export const kindWord = (kind: MessageKind): string =>
  ({
    booked: t('Booking received'),
    confirmed: t('Confirmation'),
    moved: t('New time'),
    cancelled: t('Cancellation'),
    reminder: t('Reminder'),
    question: t('Question'),
    ready: t('Ready'),
    code: t('E-mail verification code'),
    account_code: t('Account confirmation code'),
    account_linked: t('Account linked'),
    contact_replaced: t('Contact replaced'),
  })[kind]

export const channelWord = (channel: Channel): string => ({ email: t('E-mail'), sms: t('SMS') })[channel]

export const stateWord = (state: MessageState): string =>
  ({
    queued: t('Waiting'),
    sending: t('Sending'),
    sent: t('Sent'),
    delivered: t('Delivered'),
    failed: t('Failed'),
    skipped: t('Not sent'),
  })[state]

export const stateTone: Record<MessageState, Status> = {
  queued: 'waiting',
  sending: 'progress',
  sent: 'done',
  delivered: 'done',
  failed: 'critical',
  skipped: 'inactive',
}

/** A language by its own name. */
export const languageName = (language: MessageLanguage): string => languages[language]
