import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { lazy, memo, Suspense, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Destination } from '#features/records/contract-fields.ts'
import { needsOwnDecision, surenessOf } from '#features/records/rules.ts'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Loading } from '#web/ui/four-states.tsx'
import { filedAt, filedWord, filingWord, StateMark } from '../record-labels.tsx'
import type { Entity } from '../record-types.ts'
import { isMeasured } from './findings.ts'
import { ContextMarks, messageOf, statusWord, surenessWord, typeShort, typeTone, typeWord } from './entity-labels.tsx'
import findingsStyles from './findings.module.css'

const CorrectForm = lazy(async () => ({ default: (await import('./correct-form.tsx')).CorrectForm }))

/** What a person can do with a finding; the same object throughout. */
export interface Actions {
  select: (entity: Entity) => void
  decide: (entity: Entity, state: 'confirmed' | 'rejected' | 'suggested') => void
  correct: (entity: Entity | null) => void
  file: (entity: Entity) => void
  unfile: (entity: Entity) => void
}
interface Props {
  finding: Entity
  patient: number
  isCurrent: boolean
  isCorrecting: boolean
  mayReview: boolean
  mayFile: (destination: Destination) => boolean
  refusal: string | undefined
  actions: Actions
}

const Action = ({ label, keys, run, children }: { label: string; keys: string; run: () => void; children: ReactNode }) => (
  <ActionIcon size="var(--k-control)" aria-label={label} aria-keyshortcuts={keys} title={`${label} · ${keys}`} onClick={run}>
    {children}
  </ActionIcon>
)

/** Who confirms a denied or doubtful finding is told that it is one. */
const confirmLabel = (entity: Entity) => {
  const own = needsOwnDecision(entity)
  const { text } = entity
  return own ? t('Confirm as “{status}”: {text}', { status: statusWord(own), text }) : t('Confirm {text}', { text })
}

const Buttons = ({ finding: entity, actions }: Pick<Props, 'finding' | 'actions'>) => (
  <span className="row no-print gap-0">
    {entity.state === 'suggested' ? (
      <>
        <Action label={confirmLabel(entity)} keys="Y" run={() => actions.decide(entity, 'confirmed')}>
          <IconCheck size={18} stroke={1.75} aria-hidden />
        </Action>
        <Action label={t('Reject {text}', { text: entity.text })} keys="X" run={() => actions.decide(entity, 'rejected')}>
          <IconX size={18} stroke={1.75} aria-hidden />
        </Action>
      </>
    ) : (
      <Action label={t('Undo: {text}', { text: entity.text })} keys="U" run={() => actions.decide(entity, 'suggested')}>
        <IconArrowBackUp size={18} stroke={1.5} aria-hidden />
      </Action>
    )}
    <Action label={t('Correct {text}', { text: entity.text })} keys="E" run={() => actions.correct(entity)}>
      <IconPencil size={18} stroke={1.5} aria-hidden />
    </Action>
  </span>
)

/** What a finding has become, with the way there; or the button by which it becomes something. */
const Filing = ({ finding: entity, patient, mayFile, actions }: Pick<Props, 'finding' | 'patient' | 'mayFile' | 'actions'>) => {
  const { became, destination, state } = entity
  if (became)
    return (
      <>
        <Link className="link small strong" to={filedAt(patient, became)}>
          {filedWord(became)}
        </Link>
        {isMeasured(entity) && mayFile(became) && (
          <Button
            className="row-button"
            aria-label={t('Undo adding to the record: {text}', { text: entity.text })}
            onClick={() => actions.unfile(entity)}
          >
            {t('Undo')}
          </Button>
        )}
      </>
    )
  if (!destination || state === 'rejected' || !mayFile(destination)) return null
  return (
    <Button className="row-button" onClick={() => actions.file(entity)}>
      {filingWord(destination, entity.usage)}
    </Button>
  )
}

const Confidence = ({ finding: { confidence, is_corrected, decided_by_name, decided_at } }: { finding: Entity }) => {
  const who = decided_by_name && decided_at ? t('{name}, {when}', { name: decided_by_name, when: dateTime(decided_at) }) : undefined
  const level = surenessOf(confidence)
  const message = level === null ? t('Marked manually') : is_corrected ? t('Corrected') : surenessWord(level)
  return (
    <span className="small t3 num" title={who}>
      {message}
    </span>
  )
}

/** A finding: what stands in the document, what was read of it, and what a person says. Enter on it confirms. */
export const FindingLine = memo(({ finding: entity, patient, isCurrent, isCorrecting, mayReview, mayFile, refusal, actions }: Props) => {
  const { id, type, text, state, became } = entity
  const message = messageOf(entity)
  const mayDecide = mayReview && became === null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !mayDecide || state !== 'suggested' || event.nativeEvent.isComposing) return
    event.preventDefault()
    actions.decide(entity, 'confirmed')
  }
  return (
    <li
      className={`grid items-start line-bottom ${findingsStyles.finding}`}
      data-part="finding"
      data-entity={id}
      data-state={state}
      data-tone={typeTone(type)}
      aria-current={isCurrent || undefined}
    >
      <button
        type="button"
        className={`plain stack min-w-0 gap-1 justify-centre ${findingsStyles.what}`}
        data-finding={id}
        onClick={() => actions.select(entity)}
        onKeyDown={onKeyDown}
      >
        <span className="row">
          <b
            className={`text-centre round-s pad-0-2 text-xs leading-s outlined-tone tone-ground ${findingsStyles.type}`}
            data-type={type}
            title={typeWord(type)}
          >
            {typeShort(type)}
          </b>
          <span className={`break-anywhere ${findingsStyles.text} strong`}>{text}</span>
        </span>
        {message !== '' && (
          <span className={`t2 break-anywhere ${findingsStyles.wording} num`} data-part="finding-said">
            {message}
          </span>
        )}
      </button>
      {mayDecide && <Buttons finding={entity} actions={actions} />}
      <span className={`row wrap span-all ${findingsStyles.foot}`}>
        {state !== 'suggested' && <StateMark state={state} />}
        <ContextMarks finding={entity} />
        <Confidence finding={entity} />
        {mayDecide && state === 'suggested' && needsOwnDecision(entity) && <span className="small t2">{t('Decide individually')}</span>}
        <span className="grow" />
        <Filing finding={entity} patient={patient} mayFile={mayFile} actions={actions} />
      </span>
      {refusal !== undefined && (
        <span className={`small break-anywhere critical-text span-all ${findingsStyles.refusal}`} role="alert">
          {refusal}
        </span>
      )}
      {isCorrecting && (
        <Suspense fallback={<Loading rows={3} />}>
          <CorrectForm key={id} entity={entity} close={() => actions.correct(null)} />
        </Suspense>
      )}
    </li>
  )
})
FindingLine.displayName = 'FindingLine'
