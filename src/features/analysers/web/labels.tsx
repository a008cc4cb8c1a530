import { IconFlask2, IconInbox, IconQuestionMark, IconSend, type Icon } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import type { Status as Tone } from '#web/look/tokens.ts'
import { Status } from '#web/ui/status.tsx'
import type { Control, Equipment, InboxResult, Job, Message } from './analyser-types.ts'

export const protocolWord = (protocol: Equipment['data_format']): string => ({ hl7: 'HL7', astm: 'ASTM' })[protocol]

const connections: Record<Equipment['connection'], () => string> = {
  none: () => t('Not connected'),
  listen: () => t('Analyser connects'),
  connect: () => t('Server connects'),
}
export const connectionWord = (connection: Equipment['connection']): string => connections[connection]()

/** Who calls whom, and where. */
export const lineText = ({ connection, ip_address, port }: Equipment): string => {
  if (connection === 'none') return connectionWord('none')
  if (connection === 'connect') return t('Server connects to {address}', { address: `${ip_address ?? ''}:${port ?? ''}` })
  return ip_address === null
    ? t('Connects to port {port}', { port: port ?? '' })
    : t('{address} connects to port {port}', { address: ip_address, port: port ?? '' })
}

interface Sign {
  tone: Tone
  word: () => string
  icon?: Icon
}
const Marked = ({ tone, word, icon }: Sign) => (
  <Status tone={tone} icon={icon}>
    {word()}
  </Status>
)

const jobs: Record<Job['state'], Sign> = {
  queued: { tone: 'waiting', word: () => t('Waiting to send') },
  sent: { tone: 'progress', word: () => t('Sent'), icon: IconSend },
  accepted: { tone: 'done', word: () => t('Accepted') },
  failed: { tone: 'critical', word: () => t('Abandoned') },
  cancelled: { tone: 'inactive', word: () => t('Cancelled') },
}
const waitsForQuery: Sign = { tone: 'waiting', word: () => t('Waiting for the analyser’s query') }
export const JobMark = ({ state, waits_for_query }: Pick<Job, 'state' | 'waits_for_query'>) => (
  <Marked {...(waits_for_query ? waitsForQuery : jobs[state])} />
)
export const jobWord = (state: Job['state']): string => jobs[state].word()

const messages: Record<Message['state'], Sign> = {
  stored: { tone: 'waiting', word: () => t('Not processed') },
  applied: { tone: 'done', word: () => t('Entered') },
  partly: { tone: 'attention', word: () => t('Partly entered') },
  inbox: { tone: 'attention', word: () => t('In inbox'), icon: IconInbox },
  control: { tone: 'done', word: () => t('Control'), icon: IconFlask2 },
  query: { tone: 'done', word: () => t('Question'), icon: IconQuestionMark },
  failed: { tone: 'critical', word: () => t('Not recognised') },
  answer: { tone: 'inactive', word: () => t('Answer') },
  sent: { tone: 'progress', word: () => t('Sent'), icon: IconSend },
}
export const MessageMark = ({ state }: { state: Message['state'] }) => <Marked {...messages[state]} />
export const messageWord = (state: Message['state']): string => messages[state].word()

const results: Record<InboxResult['state'], Sign> = {
  applied: { tone: 'done', word: () => t('Entered') },
  waiting: { tone: 'attention', word: () => t('Waiting'), icon: IconInbox },
  control: { tone: 'done', word: () => t('Control'), icon: IconFlask2 },
  ignored: { tone: 'inactive', word: () => t('Ignored') },
  dismissed: { tone: 'inactive', word: () => t('Dismissed') },
}
export const ResultMark = ({ state }: { state: InboxResult['state'] }) => <Marked {...results[state]} />
export const resultWord = (state: InboxResult['state']): string => results[state].word()

/** Why a result waits or was set aside, in the person's language; a person's own words as they were written. */
export const reasonText = ({ reason, reason_sentence: message }: Pick<InboxResult, 'reason' | 'reason_sentence'>): string =>
  message === null ? reason : t(message.text, message.values)

const verdicts: Record<NonNullable<Control['last_outcome']>, Sign> = {
  accepted: { tone: 'done', word: () => t('Accepted') },
  warning: { tone: 'attention', word: () => t('Warning') },
  rejected: { tone: 'critical', word: () => t('Rejected') },
}
export const VerdictMark = ({ outcome }: { outcome: NonNullable<Control['last_outcome']> }) => <Marked {...verdicts[outcome]} />

const rules: Record<string, () => string> = {
  '1-2s': () => t('one beyond 2 SD'),
  '1-3s': () => t('one beyond 3 SD'),
  '2-2s': () => t('two consecutive beyond 2 SD on one side'),
  'R-4s': () => t('two more than 4 SD apart'),
  '4-1s': () => t('four consecutive beyond 1 SD on one side'),
  '10x': () => t('ten consecutive on one side of the mean'),
}
/** What a rule of Westgard means. */
export const ruleWord = (rule: string): string => `${rule}: ${rules[rule]?.() ?? ''}`
