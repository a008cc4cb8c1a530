import { IconUserCheck, IconUserExclamation, IconUserQuestion } from '@tabler/icons-react'
import type { ComparedField, DocumentIdentity } from '../contract-fields.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getRecord } from '../contract.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'

/** As it comes over the wire. */
export type Identity = NonNullable<ResponseOf<typeof getRecord>['identity']>

const fieldWords: Record<ComparedField, () => string> = {
  name: () => t('Name'),
  'date of birth': () => t('Date of birth'),
  age: () => t('Age'),
  sex: () => t('Sex'),
  'patient number': () => t('Patient number'),
  identifier: () => t('Identity document'),
  telephone: () => t('Phone'),
}
export const fieldWord = (field: ComparedField): string => fieldWords[field]()

const listed = (fields: readonly ComparedField[]) => [...new Set(fields)].map((field) => fieldWord(field).toLowerCase()).join(', ')

/** Whether a document is of its patient, in words: three states, and a decision to keep it. */
export const identityText = ({ state, fields, kept_here }: Pick<DocumentIdentity, 'state' | 'fields'> & { kept_here: unknown }): string => {
  const named = (...outcomes: string[]) => listed(fields.filter(({ outcome }) => outcomes.includes(outcome)).map(({ field }) => field))
  if (state === 'match') return t('Patient matches: {fields}', { fields: named('same') })
  if (state === 'mismatch') return kept_here ? t('Kept here despite patient mismatch') : t('Another patient?')
  const like = named('same', 'similar')
  return like === '' ? t('Patient not stated in the document') : t('Patient uncertain: only {fields} to compare', { fields: like })
}

const tones = { match: 'done', mismatch: 'critical', unknown: 'waiting' } as const
const icons = { match: IconUserCheck, mismatch: IconUserExclamation, unknown: IconUserQuestion } as const

/** The same, with colour and sign. */
export const IdentityMark = ({ identity }: { identity: Identity }) => (
  <Status
    tone={identity.state === 'mismatch' && !identity.is_blocked ? 'attention' : tones[identity.state]}
    icon={icons[identity.state]}
    whole
  >
    {identityText(identity)}
  </Status>
)
