import { TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { t } from '#web/i18n.ts'
import type { PatientForm } from './patient-values.ts'
import './patients.css'

/** What the counter seldom asks, folded away. */
export const MoreFields = ({ form }: { form: PatientForm }) => {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <section className="section" aria-label={t('More')}>
      <button type="button" className="plain more" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <IconChevronDown size={16} aria-hidden />
        <b>{t('More')}</b>
        <span className="t3 small">{t('other names, e-mail, occupation, language')}</span>
      </button>
      <div id={id} hidden={!isOpen}>
        <div className="section-grid more-body">
          <TextInput label={t('Other names')} autoComplete="off" {...form.getInputProps('other_names')} />
          <TextInput label={t('E-mail')} type="email" autoComplete="off" {...form.getInputProps('email')} />
          <TextInput label={t('Occupation')} autoComplete="off" {...form.getInputProps('occupation')} />
          <TextInput label={t('Language')} autoComplete="off" {...form.getInputProps('language')} />
        </div>
      </div>
    </section>
  )
}
