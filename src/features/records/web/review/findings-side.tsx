import { Button, NativeSelect } from '@mantine/core'
import { IconChecks, IconFolderPlus, IconListSearch, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { changeEntity, fileEntities } from '#features/records/contract.ts'
import type { Destination } from '#features/records/contract-fields.ts'
import { needsOwnDecision } from '#features/records/rules.ts'
import { EntityType, entityTypes } from '#features/clinical-text/contract.ts'
import { number, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { focusNext } from '#web/keyboard/focus-next.ts'
import { isBusy } from '../record-labels.tsx'
import type { Entity, FullRecord } from '../record-types.ts'
import { typesWord } from './entity-labels.tsx'
import { FindingLine, type Actions } from './finding-line.tsx'
import { afterDecision, type Filter, isMeasured, namedDays, shownFindings, type FindingState, states } from './findings.ts'
import { useSteady } from '#web/state/use-steady.ts'
import { useReview } from './use-review.ts'
import findingsStyles from './findings.module.css'
import documentStyles from './document.module.css'

const ObservedDialog = lazy(async () => ({ default: (await import('./observed-dialog.tsx')).ObservedDialog }))

const stateLabels: Record<FindingState, () => string> = {
  open: () => t('All'),
  suggested: () => t('To review'),
  confirmed: () => t('Confirmed'),
  rejected: () => t('Rejected'),
}
const rightOf = {
  problem: 'consultations.change',
  allergy: 'patients.clinical',
  medicine: 'patients.clinical',
  alert: 'patients.change',
  laboratory: 'patients.clinical',
  vitals: 'triage.change',
} as const
interface Props {
  record: FullRecord
  /** The finding that the keyboard is at. */
  current: number | null
  /** Goes to a finding and shows where it stands. */
  onGo: (entity: Entity) => void
}

const focusOn = (id: number | undefined) => {
  if (id === undefined) return
  // After the list has been drawn anew.
  focusNext(() => document.querySelector<HTMLElement>(`[data-finding="${id}"]`))
}

const useFindings = ({ record, current, onGo }: Props) => {
  const { allowed, can } = useRights()
  const review = useReview(record)
  const [filter, setFilter] = useState<Filter>({ type: null, state: 'open', text: '' })
  const [correcting, setCorrecting] = useState<number | null>(null)
  const [toDate, setToDate] = useState<Entity[] | null>(null)
  const [lastDay, setLastDay] = useState<string | null>(null)
  const isActive = record.withdrawn_at === null
  const isBlocked = record.identity?.is_blocked === true
  const mayReview = can(changeEntity) && isActive
  const groups = useMemo(() => shownFindings(record.entities, filter), [record.entities, filter])
  const shown = useMemo(() => [...groups.values()].flat(), [groups])
  const at = shown.findIndex(({ id }) => id === current)
  const go = (entity: Entity | undefined) => {
    if (!entity) return
    onGo(entity)
    focusOn(entity.id)
  }
  const step = (by: number) => go(shown[at < 0 ? 0 : Math.min(shown.length - 1, Math.max(0, at + by))])
  const decide: Actions['decide'] = (entity, state) => {
    const next = state === 'suggested' ? entity.id : afterDecision(shown, entity.id)
    void review.decide(entity, state)
    go(shown.find(({ id }) => id === next))
  }
  const file = (entities: Entity[]) => {
    if (record.document_date === null && entities.some(isMeasured)) setToDate(entities)
    else void review.file(entities)
  }
  const undo = () => {
    const id = review.undo()
    const entity = record.entities.find((one) => one.id === id) ?? (at >= 0 && shown[at]?.became === null ? shown[at] : undefined)
    if (id === undefined && entity && entity.state !== 'suggested') void review.decide(entity, 'suggested')
    go(entity)
  }
  const newest = useSteady({
    select: onGo,
    decide,
    correct: (entity: Entity | null) => {
      setCorrecting(entity?.id ?? null)
      if (entity) onGo(entity)
      else focusOn(correcting ?? undefined)
    },
    file: (entity: Entity) => file([entity]),
    unfile: (entity: Entity) => void review.unfile(entity),
  })
  const actions = useMemo<Actions>(
    () => ({
      select: (entity) => newest.select(entity),
      decide: (entity, state) => newest.decide(entity, state),
      correct: (entity) => newest.correct(entity),
      file: (entity) => newest.file(entity),
      unfile: (entity) => newest.unfile(entity),
    }),
    [newest],
  )
  const mayFile = useMemo(
    () => (destination: Destination) => isActive && !isBlocked && can(fileEntities) && allowed(rightOf[destination]),
    [isActive, isBlocked, can, allowed],
  )
  const here = at >= 0 ? shown[at] : undefined
  const onHere = (run: (entity: Entity) => void) => () => here && here.became === null && run(here)
  useKeys([
    { keys: 'J', label: t('Next finding'), run: () => step(1) },
    { keys: 'K', label: t('Previous finding'), run: () => step(-1) },
    ...(mayReview
      ? [
          { keys: 'Y', label: t('Confirm finding'), run: onHere((entity) => decide(entity, 'confirmed')) },
          { keys: 'X', label: t('Reject finding'), run: onHere((entity) => decide(entity, 'rejected')) },
          { keys: 'E', label: t('Correct finding'), run: onHere((entity) => actions.correct(entity)) },
          { keys: 'U', label: t('Undo last decision'), run: undo },
        ]
      : []),
  ])
  return { review, filter, setFilter, correcting, toDate, setToDate, lastDay, setLastDay, mayReview, mayFile, groups, shown, actions, file }
}

const Filters = ({ entities, filter, set }: { entities: readonly Entity[]; filter: Filter; set: (filter: Filter) => void }) => {
  const counted = entityTypes.flatMap((type) => {
    const count = entities.filter((entity) => entity.type === type && entity.state !== 'rejected').length
    return count > 0 || filter.type === type ? [{ value: type, label: `${typesWord(type)} ${number(count)}` }] : []
  })
  return (
    <div className={`stack rigid line-bottom gap-4 pad-4-5 labels-hidden ${findingsStyles.filters} filters`}>
      <ChoiceField
        label={t('Show')}
        data={states.map((value) => ({ value, label: stateLabels[value]() }))}
        value={filter.state}
        onChange={(findingState) => set({ ...filter, state: findingState })}
      />
      <div className="row wrap">
        <NativeSelect
          aria-label={t('Type of finding')}
          data={[{ value: '', label: t('All types') }, ...counted]}
          value={filter.type ?? ''}
          onChange={(event) => set({ ...filter, type: EntityType.safeParse(event.currentTarget.value).data ?? null })}
        />
        <SearchField label={t('Search findings')} value={filter.text} onChange={(text) => set({ ...filter, text })} />
      </div>
    </div>
  )
}

const isUnread = ({ status, file, text, purged_at }: FullRecord) =>
  status === 'ready' && file !== null && text.trim() === '' && purged_at === null

const nothing = (record: FullRecord, isFiltered: boolean) => {
  if (isFiltered && record.entities.length > 0) return t('No matching findings.')
  if (record.purged_at !== null) return t('The findings were deleted with the content of the document.')
  if (isBusy(record)) return t('The document is being read. Findings appear here automatically.')
  if (record.status === 'failed') return t('The document could not be read.')
  if (isUnread(record)) return t('The image has no readable text. Describe what it shows in the note.')
  return t('No diagnosis, drug or value was found. Mark words in the text to add what was missed.')
}

/** What was found in a document, and what a person says of it. */
export const FindingsSide = (props: Props) => {
  const { record, current } = props
  const {
    review,
    filter,
    setFilter,
    correcting,
    toDate,
    setToDate,
    lastDay,
    setLastDay,
    mayReview,
    mayFile,
    groups,
    shown,
    actions,
    file,
  } = useFindings(props)
  const suggested = shown.filter(({ state }) => state === 'suggested')
  const together = suggested.filter((entity) => needsOwnDecision(entity) === null)
  const alone = suggested.length - together.length
  const toFile = record.entities.filter(
    ({ state, destination, became }) => state === 'confirmed' && destination !== null && became === null && mayFile(destination),
  )
  const isFiltered = filter.type !== null || filter.state !== 'open' || filter.text !== ''
  return (
    <section className={`panel stack min-h-0 clipped ${documentStyles.reviewFindings}`} aria-label={t('Findings')}>
      {record.entities.length > 0 && <Filters entities={record.entities} filter={filter} set={setFilter} />}
      <div className={`stack min-h-0 overflow-auto ${findingsStyles.list}`}>
        {shown.length === 0 ? (
          <Empty icon={IconListSearch} title={isUnread(record) ? t('No text could be read') : t('No findings')}>
            {nothing(record, isFiltered)}
          </Empty>
        ) : (
          [...groups].map(([type, entities]) => (
            <section key={type} aria-label={typesWord(type)}>
              <h3 className="small strong line-bottom sticky-top pad-3-5 layer-1 canvas">
                {typesWord(type)} <span className="num t3">{number(entities.length)}</span>
              </h3>
              <ul className="bare-list">
                {entities.map((entity) => (
                  <FindingLine
                    key={entity.id}
                    finding={entity}
                    patient={record.patient}
                    isCurrent={entity.id === current}
                    isCorrecting={entity.id === correcting}
                    mayReview={mayReview}
                    mayFile={mayFile}
                    refusal={review.refusals.get(entity.id)}
                    actions={actions}
                  />
                ))}
              </ul>
            </section>
          ))
        )}
      </div>
      {mayReview && (suggested.length > 0 || toFile.length > 0) && (
        <footer className={`wrap flex line-top surface gap-4 pad-4-5 ${findingsStyles.bar} no-print`}>
          {alone > 0 && (
            <p className={`small t2 ${findingsStyles.alone}`}>
              {t('{n} to decide individually: denied, doubtful, past, not taken or about another person', { n: number(alone) })}
            </p>
          )}
          {together.length > 0 && (
            <Button
              leftSection={<IconChecks size={16} aria-hidden />}
              loading={review.isRunning}
              onClick={() => void review.decideAll(together, 'confirmed')}
            >
              {t('Confirm all shown ({n})', { n: number(together.length) })}
            </Button>
          )}
          {suggested.length > 0 && (
            <>
              <Button
                leftSection={<IconX size={16} aria-hidden />}
                loading={review.isRunning}
                onClick={() => void review.decideAll(suggested, 'rejected')}
              >
                {t('Reject all shown')}
              </Button>
            </>
          )}
          {toFile.length > 0 && (
            <Button
              variant="filled"
              leftSection={<IconFolderPlus size={16} aria-hidden />}
              loading={review.isRunning}
              onClick={() => file(toFile)}
            >
              {t('Add all confirmed ({n})', { n: number(toFile.length) })}
            </Button>
          )}
        </footer>
      )}
      <Suspense>
        {toDate && (
          <ObservedDialog
            days={namedDays(record.entities, today())}
            last={lastDay}
            onClose={() => setToDate(null)}
            onChoose={(at, day) => {
              setToDate(null)
              setLastDay(day)
              void review.file(toDate, at)
            }}
          />
        )}
      </Suspense>
    </section>
  )
}
