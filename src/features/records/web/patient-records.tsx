import { Button, Switch } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { listRecords } from '../contract.ts'
import { RecordKind, recordKinds } from '../contract-fields.ts'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import { documentKindWord } from '#web/text/document-kinds.ts'
import { pages } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Note } from '#web/ui/status.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { ChoiceFilter } from '#web/ui/filters.tsx'
import { RecordHits, reviewAt } from './record-hits.tsx'
import { RecordLine } from './record-line.tsx'
import styles from './records.module.css'

const AddPanel = lazy(async () => ({ default: (await import('./add/add-panel.tsx')).AddPanel }))
const PAGE = 25
const url = { q: z.string().trim().min(1).max(100), kind: RecordKind, withdrawn: z.literal('1') }

const List = ({ patientId, kind, withdrawn }: { patientId: number; kind: RecordKind | undefined; withdrawn: boolean }) => {
  const list = usePages(
    pages(listRecords, { query: { patient_id: patientId, kind, limit: PAGE, ...(withdrawn && { withdrawn: 'true' }) } }),
  )
  return (
    <FourStates
      query={list}
      loading={<Loading rows={6} height={64} />}
      isEmpty={(rows) => rows.length === 0}
      empty={
        <Empty icon={IconFileText} title={withdrawn || kind ? t('No matching documents') : t('No documents yet')}>
          {t('Letters, reports, scans and photos of this patient appear here. Drop them above, or photograph a document.')}
        </Empty>
      }
    >
      {(rows) => (
        <>
          <ul className="panel" aria-label={t('Documents')}>
            {rows.map((record) => (
              <RecordLine key={record.id} record={record} to={`/dashboard/patients/${patientId}/records/${record.id}`} />
            ))}
          </ul>
          {list.hasMore && (
            <Button loading={list.isFetchingMore} onClick={list.fetchMore}>
              {t('Earlier documents')}
            </Button>
          )}
        </>
      )}
    </FourStates>
  )
}

/** The documents of a patient: what there is, what stands in them, and the way to add more. */
export const PatientRecords = ({ patient }: { patient: PatientRecord }) => {
  const { allowed } = useRights()
  const [{ q = '', kind, withdrawn }, set] = useUrlState(url)
  const mayAdd = allowed('records.add')
  const mayView = allowed('records.view')
  return (
    <div className="form-stack">
      {mayAdd && (
        <Suspense fallback={<div className={`skeleton ${styles.recordAddWait}`} />}>
          <AddPanel patientId={patient.id} />
        </Suspense>
      )}
      {!mayView && <Note tone="waiting">{t('You see the documents that you added yourself.')}</Note>}
      <div className="row wrap filters">
        {mayView && <SearchField label={t('Search in these documents')} value={q} onChange={(text) => set({ q: text.trim() })} />}
        <ChoiceFilter
          label={t('Type')}
          any={t('All types')}
          data={recordKinds.map((value) => ({ value, label: documentKindWord(value) }))}
          value={kind}
          onChange={(kind) => set({ kind })}
        />
        {q === '' && (
          <Switch
            label={t('Withdrawn')}
            checked={withdrawn !== undefined}
            onChange={(event) => set({ withdrawn: event.currentTarget.checked ? '1' : '' })}
          />
        )}
      </div>
      {q !== '' && mayView ? (
        <RecordHits q={q} patient={patient.id} kind={kind} addressOf={(hit) => reviewAt(hit, q)} />
      ) : (
        <List patientId={patient.id} kind={kind} withdrawn={withdrawn !== undefined} />
      )}
    </div>
  )
}
