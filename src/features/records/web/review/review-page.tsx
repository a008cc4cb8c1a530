import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type SyntheticEvent, lazy, Suspense } from 'react'
import { z } from 'zod'
import { getRecord, changeRecord } from '#features/records/contract.ts'
import { query, call } from '#web/calls/api.ts'
import { number, date, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { isMissing, NoSuchDocument, useIdInAddress, DocumentHead } from '#web/ui/document.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { focusNext } from '#web/keyboard/focus-next.ts'
import type { Entity, FullRecord } from '../record-types.ts'
import { DocumentSide } from './document-side.tsx'
import { FindingsSide } from './findings-side.tsx'
import styles from './document.module.css'
import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconDotsVertical,
  IconDownload,
  IconEyeCheck,
  IconFileX,
  IconPencil,
  IconPlayerStop,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { documentKindWord } from '#web/text/document-kinds.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { useRights } from '#web/session/rights.ts'
import { Note } from '#web/ui/status.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { IdentityMark } from '../identity-labels.tsx'
import { isBusy, ReadingMark, UnverifiedMark, whyUnread } from '../record-labels.tsx'
import { useRecordActions } from '../use-record-actions.ts'

const IdentityNote = lazy(async () => ({ default: (await import('./identity-note.tsx')).IdentityNote }))
const DetailsDialog = lazy(async () => ({ default: (await import('./details-dialog.tsx')).DetailsDialog }))

/** Says that one has looked at what a patient sent. */
const VerifyButton = ({ record: { id, version } }: { record: FullRecord }) => {
  const { run, isRunning } = useAction()
  const verify = () =>
    run(async () => {
      const saved = await call(changeRecord, { params: { id }, body: { verified: true, version } })
      queryClient.setQueryData(query(getRecord, { params: { id } }).queryKey, saved)
    }, t('Marked as reviewed.'))
  return (
    <Button variant="filled" loading={isRunning} leftSection={<IconEyeCheck size={16} aria-hidden />} onClick={verify}>
      {t('Mark as reviewed')}
    </Button>
  )
}

const More = ({ record, onDetails }: { record: FullRecord; onDetails: () => void }) => {
  const { can } = useRights()
  const actions = useRecordActions(record)
  const isActive = record.withdrawn_at === null
  return (
    <>
      {isBusy(record) && actions.mayCancel && (
        <Button leftSection={<IconPlayerStop size={16} aria-hidden />} loading={actions.isRunning} onClick={actions.cancel}>
          {t('Cancel')}
        </Button>
      )}
      {can(changeRecord) && isActive && (
        <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={onDetails}>
          {t('Details')}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="var(--k-control)" aria-label={t('More of {title}', { title: record.title })}>
            <IconDotsVertical size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {record.file && record.purged_at === null && (
            <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={actions.save}>
              {t('Download')}
            </Menu.Item>
          )}
          {isActive && !isBusy(record) && (
            <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={actions.read}>
              {t('Read again')}
            </Menu.Item>
          )}
          {isActive && actions.mayWithdraw && (
            <Menu.Item leftSection={<IconFileX size={16} aria-hidden />} color="var(--k-critical)" onClick={() => void actions.withdraw()}>
              {t('Withdraw')}
            </Menu.Item>
          )}
          {!isActive && record.purged_at === null && actions.mayPurge && (
            <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} color="var(--k-critical)" onClick={() => void actions.purge()}>
              {t('Delete content')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

const FindingState = ({ record }: { record: FullRecord }) => {
  const actions = useRecordActions(record)
  if (record.withdrawn_at !== null)
    return (
      <Note tone="inactive">
        {t('Withdrawn {when}: {reason}', { when: dateTime(record.withdrawn_at), reason: record.withdraw_reason ?? '' })}
        {record.purged_at !== null && (
          <div>{t('Content deleted {when}: {reason}', { when: dateTime(record.purged_at), reason: record.purge_reason ?? '' })}</div>
        )}
      </Note>
    )
  if (record.status !== 'failed') return null
  return (
    <Note tone="critical" alert>
      <span className="row wrap">
        <span className="grow">{whyUnread(record)}</span>
        <Button leftSection={<IconRefresh size={16} aria-hidden />} loading={actions.isRunning} onClick={actions.read}>
          {t('Retry')}
        </Button>
      </span>
    </Note>
  )
}

/** What the document is, whose, how its reading stands, and what can be done with it. */
const ReviewHead = ({ record }: { record: FullRecord }) => {
  const { can } = useRights()
  const [isOpen, setOpen] = useState(false)
  const {
    title,
    kind,
    document_date,
    patient,
    patient_name,
    patient_number,
    created_at,
    created_by_name,
    is_from_patient,
    is_verified,
    note,
  } = record
  const isNew = is_from_patient && !is_verified
  // While it is read for the first time nothing is known of it.
  const hasIdentity = record.withdrawn_at === null && record.status === 'ready'
  const back = `/dashboard/patients/${patient}?tab=records`
  return (
    <div className={`stack rigid gap-4 ${styles.reviewHead}`}>
      <DocumentHead
        title={title}
        status={
          <>
            {record.withdrawn_at === null && <ReadingMark progress={record} />}
            {isNew && <UnverifiedMark />}
            {hasIdentity && record.identity && <IdentityMark identity={record.identity} />}
          </>
        }
        sub={
          <>
            <Link className="link" to={back}>
              <bdi>{patient_name}</bdi> {patient_number}
            </Link>
            <span>{[documentKindWord(kind), document_date && date(document_date)].filter(Boolean).join(' · ')}</span>
            <span className="not-phone">{t('added {when} by {name}', { when: dateTime(created_at), name: created_by_name })}</span>
          </>
        }
        back={{ to: back, label: t('Records of {name}', { name: patient_name }) }}
        actions={
          <>
            {isNew && can(changeRecord) && record.withdrawn_at === null && !record.identity?.is_blocked && <VerifyButton record={record} />}
            <More record={record} onDetails={() => setOpen(true)} />
          </>
        }
      />
      {note !== '' && <p className={`break-anywhere as-typed ${styles.reviewNote} t2`}>{note}</p>}
      <FindingState record={record} />
      <Suspense>{record.identity?.state === 'mismatch' && <IdentityNote record={record} />}</Suspense>
      <Suspense>{isOpen && <DetailsDialog record={record} onClose={() => setOpen(false)} />}</Suspense>
    </div>
  )
}

const url = { page: z.coerce.number().int().min(1), side: z.enum(['findings']) }

const idAt = (target: EventTarget) => (target as HTMLElement).closest<HTMLElement>('[data-entity]')?.dataset['entity']

/** Shows on both sides what the pointer or the cursor is at. Outside React: a pointer moves over hundreds of places. */
const warm = ({ currentTarget, target }: SyntheticEvent<HTMLElement>) => {
  const id = idAt(target)
  for (const node of currentTarget.querySelectorAll(`[data-warm]:not([data-entity="${id}"])`)) node.removeAttribute('data-warm')
  if (id !== undefined) for (const node of currentTarget.querySelectorAll(`[data-entity="${id}"]`)) node.setAttribute('data-warm', '')
}

const Review = ({ record }: { record: FullRecord }) => {
  const [{ page = 1, side }, set] = useUrlState(url)
  const [current, setCurrent] = useState<number | null>(null)
  const pagesBox = useRef<HTMLDivElement>(null)
  const showPlace = ({ id, page: on }: Pick<Entity, 'id' | 'page'>) => {
    setCurrent(id)
    const box = pagesBox.current
    const place = box?.querySelector(`[data-entity="${id}"]`)
    if (place) place.scrollIntoView({ block: 'center' })
    else box?.querySelector(`[data-page="${on}"]`)?.scrollIntoView({ block: 'start' })
  }
  const showFinding = (id: number) => {
    setCurrent(id)
    set({ side: 'findings' })
    focusNext(() => document.querySelector<HTMLElement>(`[data-finding="${id}"]`))
  }
  const open = record.entities.filter(({ state }) => state === 'suggested').length
  return (
    <div className={`stack fill ${styles.review}`} data-side={side ?? 'document'}>
      <ReviewHead record={record} />
      <div className={`labels-hidden ${styles.reviewSides}`}>
        <ChoiceField
          label={t('Show')}
          data={[
            { value: 'document', label: t('Document') },
            { value: 'findings', label: `${t('Findings')} ${number(open)}` },
          ]}
          value={side ?? 'document'}
          onChange={(next) => set({ side: next === 'document' ? '' : next })}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- links what is seen on both sides; nothing is done by it */}
      <div className={`fill grid gap-5 narrow-one ${styles.reviewBody}`} onPointerOver={warm} onFocus={warm}>
        <DocumentSide record={record} box={pagesBox} current={current} startPage={page} onSelect={showFinding} />
        <FindingsSide record={record} current={current} onGo={showPlace} />
      </div>
    </div>
  )
}

/** A document beside what was found in it: each finding confirmed, corrected or rejected, and made part of the record. */
export const ReviewPage = () => {
  const id = useIdInAddress()
  const record = useQuery(query(getRecord, { params: { id } }))
  if (isMissing(record)) return <NoSuchDocument title={t('Document not found')} to="/dashboard/patients" label={t('All patients')} />
  return (
    <FourStates
      query={record}
      loading={
        <div className="page-body">
          <Loading rows={12} />
        </div>
      }
    >
      {(data) => <Review key={data.id} record={data} />}
    </FourStates>
  )
}
