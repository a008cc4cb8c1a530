import { Switch, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { FormOf } from '#web/forms/checked-form.ts'
import { t } from '#web/i18n.ts'
import type { LayoutValues } from './layout-values.ts'
import styles from '../lists.module.css'

interface Values extends Record<string, unknown> {
  data_format: 'hl7' | 'astm'
  layout: LayoutValues
}

/** Where the messages of an instrument have the test, the parts of a result and the number of the sample. */
export const LayoutFields = <V extends Values>({ form }: { form: FormOf<V> }) => {
  const box = (name: keyof LayoutValues, type?: 'checkbox') => form.getInputProps(`layout.${name}`, type ? { type } : {})
  const isAstm = form.values.data_format === 'astm'
  const field = isAstm ? 'R-3' : 'OBX-3'
  const details = useRef<HTMLDetailsElement>(null)
  const isWrong = Object.keys(form.errors).some((path) => path.startsWith('layout.'))
  // Whether it is folded away is outside React: an error in it must be seen.
  useEffect(() => {
    if (isWrong && details.current) details.current.open = true
  }, [isWrong])
  return (
    <details ref={details} className={styles.layout}>
      <summary>{t('Message layout')}</summary>
      <div className="pt-4 form-stack">
        <p className="t2">{t('Leave a field empty to use the standard position.')}</p>
        <div className={`grid items-start gap-5-6 ${styles.grid}`}>
          <TextInput
            label={t('Components that identify the test')}
            description={t('Of {field}, such as 4, or 2, 7', { field })}
            inputMode="numeric"
            maxLength={60}
            {...box('test_components')}
          />
          <TextInput
            label={t('Component that marks a result part')}
            description={t('Such as 8 for Ct. Parts are never entered')}
            inputMode="numeric"
            maxLength={20}
            {...box('part_component')}
          />
        </div>
        <Textarea
          label={t('Names of result parts')}
          description={t('Probes and internal controls, separated by commas; Probe * matches all that start with it')}
          autosize
          minRows={1}
          maxLength={4000}
          {...box('part_names')}
        />
        <div className={`grid items-start gap-5-6 ${styles.grid}`}>
          <TextInput
            label={t('Field with the sample number')}
            description={isAstm ? t('Such as O-3, O-4.3 or P-3') : t('Such as OBR-3, OBR-2 or SPM-2')}
            maxLength={40}
            {...box('sample_field')}
          />
          <TextInput
            label={t('Separator')}
            description={t('If the field holds more than the sample number')}
            maxLength={20}
            {...box('sample_separator')}
          />
          <TextInput
            label={t('Position of the sample number')}
            description={t('1 to 9')}
            inputMode="numeric"
            maxLength={20}
            {...box('sample_piece')}
          />
        </div>
        <TextInput
          label={t('Control numbers start with')}
          description={t('Such as QC; empty if controls are marked')}
          maxLength={60}
          {...box('control_prefix')}
        />
        <Switch
          label={t('MTB and rifampicin resistance are one result')}
          description={t('Resistance counts only where MTB was detected.')}
          {...box('combine_mtb_rif', 'checkbox')}
        />
      </div>
    </details>
  )
}
