import { IconLock } from '@tabler/icons-react'
import { birthOf } from '#web/text/birth.ts'
import { ageOf, ago, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { formerlyOf, sexOf } from '#web/searches/patient-search.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Status } from '#web/ui/status.tsx'
import { ListedAllergies } from '../listed-allergy-status.tsx'
import { genderWord } from '../patient-words.ts'
import { PatientName } from '../patient-name.tsx'
import { RecordMarks } from '../record-status.tsx'
import type { PatientRow } from './use-patient-rows.ts'
import '../patients.css'

const Who = ({ of }: { of: PatientRow }) => (
  <span className="row wrap patient-who">
    <PatientName of={of} className="strong wrap-text" />
    {of.formerly.length > 0 && <span className="small t3 num clip">{formerlyOf(of)}</span>}
    {of.is_restricted && (
      <Status tone="attention" chip icon={IconLock}>
        {t('Restricted record')}
      </Status>
    )}
    <RecordMarks record={of} />
    <ListedAllergies patient={of.id} hasMarks />
  </span>
)

const AgeAndSex = ({ of: { gender, date_of_birth, is_birth_date_estimated, is_restricted, death } }: { of: PatientRow }) => (
  <span
    className="num"
    title={[sexOf({ gender, is_restricted }) && genderWord(gender), birthOf({ date_of_birth, is_birth_date_estimated })]
      .filter(Boolean)
      .join(', ')}
  >
    {[sexOf({ gender, is_restricted }), ageOf({ date_of_birth, is_birth_date_estimated, death })].filter(Boolean).join(' · ')}
  </span>
)

/** The columns of a list of patients; a phone keeps the first three. */
export const patientColumns = (): readonly Column<PatientRow>[] => [
  { key: 'number', title: t('Number'), width: 112, sort: '-created', render: ({ unique_id }) => <span className="num">{unique_id}</span> },
  { key: 'name', title: t('Name'), sort: 'name', render: (patient) => <Who of={patient} /> },
  { key: 'age', title: t('Sex and age'), width: 96, render: (patient) => <AgeAndSex of={patient} /> },
  { key: 'phone', title: t('Phone'), width: 152, hideOnPhone: true, render: ({ phone }) => <span className="num">{phone}</span> },
  {
    key: 'insurance',
    title: t('Insurance'),
    width: 200,
    hideOnPhone: true,
    render: ({ insurances }) => insurances.map(({ name }) => name).join(', '),
  },
  {
    key: 'last_visit',
    title: t('Last visit'),
    width: 128,
    hideOnPhone: true,
    sort: '-last_visit',
    render: ({ last_visit_at: at }) => at && <span title={dateTime(at)}>{ago(at)}</span>,
  },
]
