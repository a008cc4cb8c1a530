import type { DrugUsage, EntityType } from '#features/clinical-text/contract.ts'
import type { OwnDecision, Sureness } from '#features/records/rules.ts'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { t } from '#web/i18n.ts'
import type { Status as Tone } from '#web/look/tokens.ts'
import { Status } from '#web/ui/status.tsx'
import type { Entity } from '../record-types.ts'

interface Kind {
  one: () => string
  many: () => string
  /** Two letters that stand beside a box: colour alone says nothing. */
  short: () => string
  tone: Tone
}
const kinds: Record<EntityType, Kind> = {
  diagnosis: { one: () => t('Diagnosis'), many: () => t('Diagnoses'), short: () => t('Dx'), tone: 'progress' },
  symptom: { one: () => t('Symptom'), many: () => t('Symptoms'), short: () => t('Sx'), tone: 'waiting' },
  drug: { one: () => t('Drug'), many: () => t('Drugs'), short: () => t('Rx'), tone: 'done' },
  allergy: { one: () => t('Allergy'), many: () => t('Allergies'), short: () => t('Al'), tone: 'critical' },
  laboratory: { one: () => t('Laboratory value'), many: () => t('Laboratory values'), short: () => t('Lab'), tone: 'attention' },
  vital: { one: () => t('Vital sign'), many: () => t('Vital signs'), short: () => t('Vs'), tone: 'attention' },
  procedure: { one: () => t('Procedure'), many: () => t('Procedures'), short: () => t('Pr'), tone: 'inactive' },
  date: { one: () => t('Date'), many: () => t('Dates'), short: () => t('Da'), tone: 'inactive' },
  facility: { one: () => t('Facility'), many: () => t('Facilities'), short: () => t('Fa'), tone: 'inactive' },
}
export const typeWord = (type: EntityType): string => kinds[type].one()
export const typesWord = (type: EntityType): string => kinds[type].many()
export const typeShort = (type: EntityType): string => kinds[type].short()
export const typeTone = (type: EntityType): Tone => kinds[type].tone

const subjects = { family: () => t('Family'), other: () => t('Another person') }
const times = { historical: () => t('Past'), hypothetical: () => t('Conditional') }

const levels: Record<Sureness, () => string> = { sure: () => t('Sure'), likely: () => t('Likely'), doubtful: () => t('Doubtful') }
/** How sure a finding is, in a word. */
export const surenessWord = (level: Sureness): string => levels[level]()

const usages: Record<DrugUsage, () => string> = {
  stopped: () => t('Stopped'),
  avoided: () => t('Avoid'),
  'not tolerated': () => t('Not tolerated'),
  tolerated: () => t('Tolerated'),
}
export const usageWord = (usage: DrugUsage): string => usages[usage]()

const statuses: Record<OwnDecision, () => string> = {
  denied: () => t('Denied'),
  'other person': () => t('About another person'),
  'only if': () => t('Conditional'),
  ...usages,
  past: () => t('Past'),
  possible: () => t('Possible'),
  doubtful: () => t('Doubtful'),
}
/** Why a finding is decided on by itself, in a word. */
export const statusWord = (status: OwnDecision): string => statuses[status]()

/** What the surroundings say of a finding, where it is more than that the patient has it now. */
export const ContextMarks = ({ finding: { negated, subject, certainty, temporality, usage } }: { finding: Entity }) => (
  <>
    {negated && (
      <Status tone="inactive" chip>
        {t('Denied')}
      </Status>
    )}
    {usage && (
      <Status tone={usage === 'tolerated' ? 'done' : 'attention'} chip>
        {usageWord(usage)}
      </Status>
    )}
    {subject !== 'patient' && (
      <Status tone="waiting" chip>
        {subjects[subject]()}
      </Status>
    )}
    {certainty === 'possible' && (
      <Status tone="attention" chip>
        {t('Possible')}
      </Status>
    )}
    {temporality !== 'recent' && (
      <Status tone="waiting" chip>
        {times[temporality]()}
      </Status>
    )}
  </>
)

const flags = {
  low: () => t('Low'),
  high: () => t('High'),
  'critical low': () => t('Critically low'),
  'critical high': () => t('Critically high'),
  abnormal: () => t('Abnormal'),
} as const

const severities = { mild: () => t('Mild'), moderate: () => t('Moderate'), severe: () => t('Severe') } as const

/** Value, unit, code and details of a finding in a line, without what its words say already. */
export const messageOf = ({ type, text, value, unit, code, details }: Entity): string => {
  const isMeasured = type === 'laboratory' || type === 'vital'
  const measured =
    value === null
      ? null
      : [details.comparator, value, details.second_value && `/ ${details.second_value}`, unitText(unit)].filter(Boolean).join(' ')
  const named = value !== null && value.toLowerCase() !== text.toLowerCase() ? value : null
  const { flag } = details
  return [
    code,
    isMeasured ? measured : named,
    details.dose,
    details.route,
    details.frequency,
    details.duration,
    details.reaction,
    details.severity && severities[details.severity](),
    flag && flag !== 'normal' && flags[flag](),
  ]
    .filter(Boolean)
    .join(' · ')
}
