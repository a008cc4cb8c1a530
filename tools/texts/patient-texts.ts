import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultTexts } from '#features/messages/server/default-texts.ts'
import { readDirections, sayDirections } from '#features/directions/rules.ts'
import { channels, messageKinds } from '#features/messages/rules.ts'
import { formatMessage } from '#shared/message.ts'
import { findTexts } from './find-texts.ts'

const root = join(import.meta.dirname, '../..')

/** The code whose texts patients read, by paths from `src`. */
const sources = {
  booking: ['features/booking/web/public/**/*.{ts,tsx}', 'features/booking/web/*.tsx'],
  portal: ['features/portal/**/*.{ts,tsx}', 'features/{records,announcements,notifications}/web/my-*.tsx'],
  messages: ['features/messages/web/opt-out-page.tsx'],
  labels: [
    'features/pharmacy/server/documents/{label-texts,print-label}.ts',
    'features/visit-summary/server/*.ts',
    'features/patients/server/print-*.ts',
  ],
  consent: [],
} as const
type Group = keyof typeof sources

/** What stands in a placeholder is as easy as a short word; of the forms of a number the last one is read. */
const shown = (text: string) => {
  const names = [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name))]
  return formatMessage(text, Object.fromEntries(names.map((name) => [name, 'ten'])))
}

/** Words of consent as a new clinic has them. */
const consentText = () => {
  const sql = readFileSync(join(root, 'db/migrations/0019_schedules.sql'), 'utf8')
  return /consent_text text not null default '([^']+)'/.exec(sql)?.[1] ?? ''
}

/** Directions as doctors type them, whose sentences labels show. */
const prescribed = [
  '1 tab bd 5/7 pc',
  '2 caps tds 7/7',
  '5 ml qds prn fever max 20 ml/24h',
  '1 puff bd',
  '1 drop left eye every 4 hours 7 days',
  '1 tab nocte 1/12',
  '500 mg stat po',
  '1 pessary nocte pv 3/7',
  '10 units sc before food',
  'apply bd to skin 2/52',
]
const directions = () =>
  prescribed.flatMap((typed) => {
    const { directions: read } = readDirections(typed)
    return read ? [sayDirections(read)] : []
  })

/** The English texts that patients read, by the feature that says them. */
export const findPatientTexts = (): Record<Group, string[]> => {
  const found = findTexts()
  const textsIn = (patterns: readonly string[]) => {
    const files = new Set(globSync([...patterns], { cwd: join(root, 'src') }).map((file) => file.replaceAll('\\', '/')))
    return [...found].flatMap(([text, { files: own }]) => ([...own].some((file) => files.has(file)) ? [shown(text)] : []))
  }
  const messages = messageKinds.flatMap((kind) =>
    channels.map((channel) =>
      `${defaultTexts.en[kind][channel].subject}\n${defaultTexts.en[kind][channel].body}`.replaceAll(/\{\w+\}/g, 'ten'),
    ),
  )
  const groups: Record<Group, string[]> = {
    booking: textsIn(sources.booking).filter((text) => text !== consentText()),
    portal: textsIn(sources.portal),
    messages: [...messages, ...textsIn(sources.messages)],
    labels: [...directions(), ...textsIn(sources.labels)],
    consent: [consentText()],
  }
  return groups
}
