import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { fieldNames, having } from '#shared/record.ts'
import { t } from '#web/i18n.ts'
import { RecordField } from '#web/record/record-field.tsx'
import { labelsOf } from '#web/record/record-values.ts'
import { patientFields } from '../record.ts'
import type { PatientForm } from './patient-values.ts'
import styles from './patients.module.css'

const more = having(patientFields, 'asked', 'more')

/** What the counter seldom asks, folded away. */
export const MoreFields = ({ form }: { form: PatientForm }) => {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <section className="section" aria-label={t('More')}>
      <button
        type="button"
        className={`plain in-row gap-4 ${styles.more}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronDown size={16} aria-hidden />
        <b>{t('More')}</b>
        <span className="t3 small">{Object.values(labelsOf(more)).join(', ').toLowerCase()}</span>
      </button>
      <div id={id} hidden={!isOpen}>
        <div className="section-grid pt-5">
          {fieldNames(more).map((name) => (
            <RecordField key={name} name={name} field={more[name]} form={form as never} />
          ))}
        </div>
      </div>
    </section>
  )
}
