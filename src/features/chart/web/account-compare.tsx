import type { ResponseOf } from '#shared/endpoint.ts'
import type { checkAccount } from '#features/patients/contract-account.ts'
import { nameOf } from '#features/patients/web/patient-name.tsx'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import { birthOf } from '#web/text/birth.ts'
import { date, fullName } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import styles from './chart.module.css'

export type Account = ResponseOf<typeof checkAccount>

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase().trim()
/** A number is the same with and without its country: its last nine digits. */
const digits = (text: string) => text.replaceAll(/\D/g, '').slice(-9)
const words = (text: string) => folded(text).split(/\s+/).toSorted().join(' ')

interface Row {
  what: string
  account: string | null
  record: string | null
  isSame: (account: string, record: string) => boolean
}

const rowsOf = (account: Account, patient: PatientRecord): Row[] => [
  {
    what: t('Name'),
    account: fullName({ first_name: account.first_name, second_name: account.last_name }),
    record: nameOf(patient),
    isSame: (one, other) => words(one) === words(other),
  },
  {
    what: t('Date of birth'),
    account: account.date_of_birth && date(account.date_of_birth),
    record: birthOf(patient),
    isSame: (one, other) => one === other,
  },
  { what: t('Phone'), account: account.phone, record: patient.phone, isSame: (one, other) => digits(one) === digits(other) },
  { what: t('E-mail'), account: account.email, record: patient.email, isSame: (one, other) => folded(one) === folded(other) },
]

const Verdict = ({ account, record, isSame }: Row) =>
  account && record ? (
    isSame(account, record) ? (
      <Status tone="done">{t('same')}</Status>
    ) : (
      <Status tone="attention">{t('differs')}</Status>
    )
  ) : null

/** Whose account it is beside whose record; what differs is marked. */
export const AccountCompare = ({ account, patient }: { account: Account; patient: PatientRecord }) => (
  <table className={`full-width collapsed ${styles.accountCompare}`}>
    <thead>
      <tr>
        <th scope="col">
          <span className="only-heard">{t('Field')}</span>
        </th>
        <th scope="col">{t('Account')}</th>
        <th scope="col">{t('Record')}</th>
        <th scope="col">
          <span className="only-heard">{t('Comparison')}</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {rowsOf(account, patient).map((row) => (
        <tr key={row.what}>
          <th scope="row">{row.what}</th>
          <td>{row.account ? <bdi>{row.account}</bdi> : <span className="t3">{t('not given')}</span>}</td>
          <td>{row.record ? <bdi>{row.record}</bdi> : <span className="t3">{t('not recorded')}</span>}</td>
          <td>
            <Verdict {...row} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
