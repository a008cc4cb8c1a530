import { phone } from '#web/text/phone.ts'
import { Button } from '@mantine/core'
import { birthOf } from '#web/text/birth.ts'
import { ageOf, sex } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import { ListedAllergies } from './listed-allergy-status.tsx'
import { likenessWord } from './patient-labels.ts'
import { PatientName } from './patient-name.tsx'
import type { DuplicateRow } from './use-duplicates.ts'
import styles from './patients.module.css'

type Person = DuplicateRow['patient']

interface Props {
  duplicates: readonly DuplicateRow[]
  /** The server's sentence after it refused to save; it is then read out at once. */
  refusal: string | null
  onOpen: (patient: Person) => void
  /** Absent where no visit can be started. */
  onStartVisit?: (patient: Person) => void
  onOther: () => void
}

const Line = ({
  one: { patient, score, because },
  onOpen,
  onStartVisit,
}: { one: DuplicateRow } & Pick<Props, 'onOpen' | 'onStartVisit'>) => {
  const born = patient.date_of_birth && `${ageOf(patient)} (${birthOf(patient)})`
  return (
    <li className={`in-row wrap gap-2-5 pad-4-0 ${styles.duplicate}`}>
      <div className="grow">
        <div className="row">
          <PatientName patient={patient} className="strong clip" />
          <span className="small num nowrap attention-text strong">{t('{score} % match', { score })}</span>
        </div>
        <div className="small t2 num">
          {[sex(patient.gender), born, patient.unique_id, phone(patient.phone)].filter(Boolean).join(' · ')}
        </div>
        <div className="small t2">{because.map(likenessWord).join(', ')}</div>
        <ListedAllergies patient={patient.id} />
      </div>
      <div className="row">
        <Button size="compact-sm" onClick={() => onOpen(patient)}>
          {t('Open this patient')}
        </Button>
        {onStartVisit && (
          <Button size="compact-sm" onClick={() => onStartVisit(patient)}>
            {t('Start visit for this patient')}
          </Button>
        )}
      </div>
    </li>
  )
}

// The refusal may stand far above the button that was pressed: bring the eye there.
const intoView = (box: HTMLDivElement | null) => box?.scrollIntoView({ block: 'center' })

/** Says who on file may be the person being registered, while typing and again when the server refuses. */
export const DuplicateBanner = ({ duplicates, refusal, onOpen, onStartVisit, onOther }: Props) => {
  if (duplicates.length === 0 && refusal === null) return null
  return (
    <div ref={refusal === null ? undefined : intoView}>
      <Note tone="attention" alert={refusal !== null}>
        <div className="row wrap">
          <b className="grow">{refusal ?? t('Possible duplicate')}</b>
          {refusal !== null && (
            <Button size="compact-sm" onClick={onOther}>
              {t('Not the same person, register')}
            </Button>
          )}
        </div>
        <ul className={`mt-2 ${styles.duplicates}`}>
          {duplicates.map((one) => (
            <Line key={one.patient.id} one={one} onOpen={onOpen} onStartVisit={onStartVisit} />
          ))}
        </ul>
      </Note>
    </div>
  )
}
