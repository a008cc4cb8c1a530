import { useNavigate } from 'react-router'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { birthOf } from '#web/text/birth.ts'
import { sex } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRows } from '#web/calls/rows.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { listLikelyDuplicates } from '#features/patients/contract-merge.ts'
import { PatientName } from '../patient-name.tsx'
import { RecordMarks } from '../record-status.tsx'
import { likenessWord } from '../patient-labels.ts'
import styles from '../patients.module.css'

type Pair = ResponseOf<typeof listLikelyDuplicates>[number]

const Who = ({ patient }: { patient: Pair['one'] }) => (
  <span className="row">
    <PatientName patient={patient} className="strong clip" />
    <RecordMarks record={patient} />
    <span className="small t3 num clip">{[patient.unique_id, sex(patient.gender), birthOf(patient)].filter(Boolean).join(' · ')}</span>
  </span>
)

const columns = (): readonly Column<Pair>[] => [
  { key: 'one', title: t('Record'), render: ({ one }) => <Who patient={one} /> },
  { key: 'other', title: t('The other record'), render: ({ other }) => <Who patient={other} /> },
  {
    key: 'because',
    title: t('Matches on'),
    width: 260,
    hideOnPhone: true,
    render: ({ because }) => because.map(likenessWord).join(', '),
  },
  {
    key: 'score',
    title: t('Match'),
    width: 96,
    align: 'end',
    hideOnPhone: true,
    render: ({ score }) => t('{score} % match', { score }),
  },
]

/** Records that may be one person; opening a pair compares and merges them. */
export const DuplicateList = () => {
  const navigate = useNavigate()
  const rows = useRows(query(listLikelyDuplicates, { query: {} }))
  return (
    <Page title={t('Likely duplicates')} sub={t('Best match first. Open a pair to compare.')}>
      <div className={`stack rows-box ${styles.listRows}`}>
        <DataTable
          label={t('Likely duplicates')}
          columns={columns()}
          rows={rows}
          rowKey={({ one, other }) => `${one.id}-${other.id}`}
          onOpen={({ one, other }) => void navigate(`/dashboard/patients/${one.id}/merge?with=${other.id}`)}
          empty={<Empty title={t('No likely duplicates')}>{t('A warning about likely duplicates is shown at registration.')}</Empty>}
        />
      </div>
    </Page>
  )
}
