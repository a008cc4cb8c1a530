import { Checkbox } from '@mantine/core'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { ago, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Column } from '#web/ui/data-table.tsx'
import type { InboxResult } from '../analyser-types.ts'
import { reasonText, ResultMark } from '../words.tsx'

interface Chosen {
  ids: ReadonlySet<number>
  toggle: (id: number) => void
}

const choosing = ({ ids, toggle }: Chosen): Column<InboxResult> => ({
  key: 'chosen',
  title: '',
  width: 40,
  render: ({ id, code, accession }) => (
    <Checkbox
      aria-label={t('Choose {{code}} of {{sample}}', { code, sample: accession })}
      checked={ids.has(id)}
      onChange={() => toggle(id)}
      onClick={(event) => event.stopPropagation()}
    />
  ),
})

/** The columns of the inbox; with boxes to choose several where they can be decided about. */
export const inboxColumns = (chosen: Chosen | null): Column<InboxResult>[] => [
  ...(chosen ? [choosing(chosen)] : []),
  {
    key: 'result',
    title: t('Result'),
    width: 184,
    render: ({ code, code_text, value, unit, panel_name }) => (
      <span className="an-cell num">
        <span className="strong wrap-text">
          {value} {unitText(unit)}
        </span>
        <span className="small t3 wrap-text">
          {code} {panel_name ?? code_text}
        </span>
      </span>
    ),
  },
  {
    key: 'reason',
    title: t('Why it waits'),
    render: (row) => (
      <span className="an-cell">
        {!chosen && <ResultMark state={row.state} />}
        <span className={chosen ? 'wrap-text' : 'small t3 wrap-text'}>{reasonText(row)}</span>
        <span className="only-phone small t3 wrap-text num">
          {[row.accession, row.patient_name ?? row.patient_ref].filter(Boolean).join(' · ')}
        </span>
      </span>
    ),
  },
  {
    key: 'sample',
    title: t('Sample'),
    width: 196,
    hideOnPhone: true,
    render: ({ accession, patient_name, patient_number }) => (
      <span className="an-cell num">
        <span className="strong">{accession || '–'}</span>
        <span className="small t2 wrap-text">{patient_name ? `${patient_name} · ${patient_number ?? ''}` : t('No such sample')}</span>
      </span>
    ),
  },
  {
    key: 'named',
    title: t('Patient in the message'),
    width: 176,
    hideOnPhone: true,
    render: ({ patient_ref }) => <span className="wrap-text">{patient_ref || <span className="t3">{t('Not named')}</span>}</span>,
  },
  {
    key: 'from',
    title: t('Analyser'),
    width: 168,
    hideOnPhone: true,
    render: ({ equipment_name, received_at }) => (
      <span className="an-cell">
        <span className="wrap-text">{equipment_name ?? t('Unknown')}</span>
        <span className="small t3 num" title={dateTime(received_at)}>
          {ago(received_at)}
        </span>
      </span>
    ),
  },
]
