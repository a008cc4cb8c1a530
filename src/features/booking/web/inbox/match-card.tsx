import { phone } from '#web/text/phone.ts'
import { Button, Kbd } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { ListedAllergies } from '#features/patients/web/listed-allergy-status.tsx'
import { nameOf } from '#features/patients/web/patient-name.tsx'
import { birthOf } from '#web/text/birth.ts'
import { age, ageOf, date, sex } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { comparedFields, type ComparedField } from '../inbox-calls.ts'
import { fieldWord, nameOfRequest, reasonWord, type Match, type Request } from './request-labels.ts'
import styles from './inbox.module.css'

const born = (day: string | null) => (day === null ? '' : `${date(day)} (${age(day)})`)

const sentValue = (request: Request): Record<ComparedField, string> => ({
  name: nameOfRequest(request),
  gender: sex(request.gender),
  date_of_birth: born(request.date_of_birth),
  phone: phone(request.phone_number),
  email: request.email ?? '',
})
const filedValue = ({ patient }: Match): Record<ComparedField, string> => ({
  name: nameOf(patient),
  gender: sex(patient.gender),
  date_of_birth: patient.date_of_birth === null ? '' : `${birthOf(patient)} (${ageOf(patient)})`,
  phone: phone(patient.phone),
  email: patient.email ?? '',
})

interface Props {
  request: Request
  match: Match
  /** The digit that takes it. */
  digit: number
  /** The first of them, and hardly anybody else. */
  isLikely: boolean
  isSaving: boolean
  onTake?: (() => void) | undefined
}

/** Somebody on file beside what was sent: how alike they are and why, and what is different. */
export const MatchCard = ({ request, match, digit, isLikely, isSaving, onTake }: Props) => {
  const { patient, score, because, differs } = match
  const [sent, filed] = [sentValue(request), filedValue(match)]
  const shown = comparedFields.filter((field) => sent[field] !== '' || filed[field] !== '')
  return (
    <li className={`stack round-l gap-4 pad-5 outlined-strong top-cells ${styles.match}`} aria-label={nameOf(patient)}>
      <div className="in-row wrap gap-2-5">
        <Link className="link" to={`/dashboard/patients/${patient.id}`}>
          <bdi className="strong">{nameOf(patient)}</bdi>
        </Link>
        <span className="small t3 num">{patient.unique_id}</span>
        <ListedAllergies patient={patient.id} />
        <span className="nowrap strong small num">{t('{score} % match', { score })}</span>
        <span className="grow" />
        {onTake && (
          <Button
            variant={isLikely ? 'filled' : 'default'}
            loading={isSaving}
            onClick={onTake}
            rightSection={<Kbd className="not-phone">{digit}</Kbd>}
          >
            {t('Use this patient')}
          </Button>
        )}
      </div>
      <p className="small t2">{because.map(reasonWord).join(', ')}</p>
      <table className="full-width collapsed small">
        <thead>
          <tr>
            <th scope="col" className={styles.fieldHead}>
              <span className="only-heard">{t('Field')}</span>
            </th>
            <th scope="col">{t('Booked as')}</th>
            <th scope="col">{t('On file')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((field) => {
            const isOther = differs.includes(field)
            return (
              <tr key={field} data-differs={isOther || undefined}>
                <th scope="row">{fieldWord(field)}</th>
                <td className="num">
                  <bdi>{sent[field] || '–'}</bdi>
                </td>
                <td className="num">
                  {isOther && <IconAlertTriangle size={14} stroke={1.75} role="img" aria-label={t('Different')} />}{' '}
                  <bdi>{filed[field] || <span className="t3">{sent[field] === '' ? '–' : t('empty: will be added')}</span>}</bdi>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </li>
  )
}
