import { Button } from '@mantine/core'
import { IconMailOpened, IconSearch } from '@tabler/icons-react'
import { Link } from 'react-router'
import { z } from 'zod'
import { RecordKind, recordKinds } from '#features/records/contract-fields.ts'
import { listRecords } from '#features/records/contract.ts'
import { documentKindWord } from '#web/text/document-kinds.ts'
import { pages } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { PartTabs } from '#web/ui/part-tabs.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { ChoiceFilter } from '#web/ui/filters.tsx'
import { RecordHits, reviewAt } from '../record-hits.tsx'
import { RecordLine } from '../record-line.tsx'

const PAGE = 25
const views = ['search', 'unverified', 'failed'] as const
const url = { q: z.string().trim().min(1).max(100), kind: RecordKind, show: z.enum(views) }

const filters = { unverified: { unverified: 'true' }, failed: { status: 'failed' } } as const
const emptyTexts = {
  unverified: [
    () => t('All documents reviewed'),
    () => t('Documents sent from the patient portal appear here until staff have reviewed them.'),
  ],
  failed: [() => t('No failed documents'), () => t('Documents that could not be read appear here, with the reason.')],
} as const

const Several = ({ show, kind }: { show: 'unverified' | 'failed'; kind: RecordKind | undefined }) => {
  const list = usePages(pages(listRecords, { query: { ...filters[show], kind, limit: PAGE } }))
  const [title, text] = emptyTexts[show]
  return (
    <FourStates
      query={list}
      loading={<Loading rows={6} height={64} />}
      isEmpty={(rows) => rows.length === 0}
      empty={
        <Empty icon={IconMailOpened} title={title()}>
          {text()}
        </Empty>
      }
    >
      {(rows) => (
        <>
          <ul className="panel" aria-label={t('Documents')}>
            {rows.map((record) => (
              <RecordLine
                key={record.id}
                record={record}
                to={`/dashboard/patients/${record.patient}/records/${record.id}`}
                before={
                  <Link className="link small" to={`/dashboard/patients/${record.patient}?tab=records`}>
                    <bdi>{record.patient_name}</bdi> <span className="num">{record.patient_number}</span>
                  </Link>
                }
              />
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

/** The documents of all patients: searched, or those that wait for somebody to look at them. */
export const AllRecordsPage = () => {
  const [{ q = '', kind, show = 'search' }, set] = useUrlState(url)
  return (
    <Page title={t('Documents')} sub={t('Contents of the documents of all patients')}>
      <PartTabs
        label={t('Documents')}
        parts={[
          { key: 'search', label: t('Search') },
          { key: 'unverified', label: t('Sent by patients') },
          { key: 'failed', label: t('Could not be read') },
        ]}
        value={show}
        onChange={(next) => set({ show: next === 'search' ? '' : next })}
      />
      <div className="row wrap filters">
        {show === 'search' && <SearchField label={t('Words in a document')} value={q} onChange={(text) => set({ q: text.trim() })} />}
        <ChoiceFilter
          label={t('Type')}
          any={t('All types')}
          data={recordKinds.map((value) => ({ value, label: documentKindWord(value) }))}
          value={kind}
          onChange={(kind) => set({ kind })}
        />
      </div>
      {show !== 'search' ? (
        <Several show={show} kind={kind} />
      ) : q === '' ? (
        <Empty icon={IconSearch} title={t('Search the documents of all patients')}>
          {t('Enter words as written in the document; the last may be incomplete. Each document viewed is recorded in the access log.')}
        </Empty>
      ) : (
        <RecordHits q={q} kind={kind} addressOf={(hit) => reviewAt(hit, q)} />
      )}
    </Page>
  )
}
