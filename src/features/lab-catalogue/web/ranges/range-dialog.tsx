import { Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { createRange, updateRange, type SentRange as ReferenceRange } from '#features/lab-catalogue/contract-ranges.ts'
import type { Panel } from '#features/lab-catalogue/contract.ts'
import type { ApiError } from '#web/calls/api.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { date, today } from '#web/text/format.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Note } from '#web/ui/status.tsx'
import { hasNumber } from '../labels.ts'
import { RangeBar } from './range-bar.tsx'
import { rangeBody, rangeFaults, rangeValues, type RangeValues } from './range-values.ts'
import { agesText, limitsText, whoText } from './range-labels.ts'
import styles from '../lab-catalogue.module.css'

interface Props {
  panel: Panel
  /** What the boxes begin with; null: nothing. */
  from: ReferenceRange | null
  /** Changes `from` itself; otherwise a new one is added. */
  isChange: boolean
  onClose: () => void
}

/** A range in one line: for whom, which limits, when. */
const inOneLine = (range: ReferenceRange): string =>
  [
    whoText(range),
    agesText(range.age_from_days, range.age_to_days),
    limitsText(range.low, range.high) || range.text,
    range.valid_until === null
      ? t('since {day}', { day: date(range.valid_from) })
      : t('{from} to {to}', { from: date(range.valid_from), to: date(range.valid_until) }),
  ].join(' · ')

const Audience = ({ form }: { form: FormOf<RangeValues> }) => {
  const { getInputProps, values } = form
  const age = { autoComplete: 'off', maxLength: 20 } as const
  return (
    <>
      <div className={`grid items-start gap-5-6 ${styles.grid}`}>
        <ChoiceField
          label={t('Sex')}
          data={[
            { value: '', label: t('Both') },
            { value: 'male', label: t('Men') },
            { value: 'female', label: t('Women') },
          ]}
          {...getInputProps('sex')}
        />
        {values.sex !== 'male' && (
          <ChoiceField
            label={t('Pregnancy')}
            data={[
              { value: '', label: t('Pregnant or not') },
              { value: 'true', label: t('Pregnant') },
              { value: 'false', label: t('Not pregnant') },
            ]}
            {...getInputProps('is_pregnant')}
          />
        )}
      </div>
      <div className={`grid items-start gap-5-6 ${styles.grid}`}>
        <TextInput
          label={t('From age')}
          placeholder={t('birth')}
          description={t('3 d, 6 w, 2 mo, 5 y')}
          data-autofocus
          {...age}
          {...getInputProps('age_from_days')}
        />
        <TextInput
          label={t('Below age')}
          placeholder={t('no end')}
          description={t('This exact age belongs to the next range')}
          {...age}
          {...getInputProps('age_to_days')}
        />
      </div>
    </>
  )
}

const Limits = ({ form, unit }: { form: FormOf<RangeValues>; unit: string | null }) => {
  const { getInputProps, values } = form
  const box = { inputMode: 'decimal', autoComplete: 'off', maxLength: 20, classNames: { input: 'num' } } as const
  const body = rangeBody(values)
  const isReadable = [body.low, body.high, body.low_critical, body.high_critical].every(
    (one) => one === null || Number.isFinite(Number(one)),
  )
  return (
    <fieldset className={`stack outlined round-l gap-4 ${styles.limits}`}>
      <legend className="label">{[t('Limits'), unitText(unit)].filter(Boolean).join(', ')}</legend>
      <div className={`grid items-start gap-5-6 ${styles.grid}`}>
        <TextInput label={t('Normal from')} {...box} {...getInputProps('low')} />
        <TextInput label={t('Normal to')} {...box} {...getInputProps('high')} />
        <TextInput label={t('Critical below')} {...box} {...getInputProps('low_critical')} />
        <TextInput label={t('Critical above')} {...box} {...getInputProps('high_critical')} />
        <TextInput label={t('Plausible from')} {...box} {...getInputProps('low_valid')} />
        <TextInput label={t('Plausible to')} {...box} {...getInputProps('high_valid')} />
      </div>
      {isReadable && <RangeBar limits={body} withNumbers />}
    </fieldset>
  )
}

const Fields = ({ form, panel }: { form: FormOf<RangeValues>; panel: Panel }) => (
  <>
    <Audience form={form} />
    {hasNumber(panel.kind) && <Limits form={form} unit={panel.unit} />}
    <TextInput
      label={t('In words')}
      description={t('Printed on the report instead of limits, or next to them.')}
      maxLength={200}
      {...form.getInputProps('text')}
    />
    <TextInput
      label={t('Source')}
      description={t('Publication, manufacturer’s leaflet or own study on which the limits are based.')}
      maxLength={500}
      {...form.getInputProps('source')}
    />
    <div className={`grid items-start gap-5-6 ${styles.grid}`}>
      <DateField label={t('Valid from')} {...form.getInputProps('valid_from')} />
      <DateField label={t('Valid until')} description={t('No longer valid on this day')} {...form.getInputProps('valid_until')} />
    </div>
  </>
)

/** The other range of a refusal; undefined when the refusal is about something else, null when it names none. */
const rangeInTheWay = ({ code, body }: ApiError): ReferenceRange | null | undefined =>
  code === 'overlaps' ? ((body['range'] as ReferenceRange | undefined) ?? null) : undefined

const useRangeForm = ({ panel, from, isChange, onClose }: Props) => {
  const [inTheWay, setInTheWay] = useState<ReferenceRange | null | undefined>()
  const start = rangeValues(from, today())
  const shared = {
    initialValues: isChange ? start : { ...start, source: '', valid_from: today(), valid_until: null },
    toBody: rangeBody,
    check: (values: RangeValues) => rangeFaults(values, today()),
    onRefused: (error: ApiError) => {
      setInTheWay(rangeInTheWay(error))
      return rangeInTheWay(error) !== undefined
    },
    onSaved: () => {
      toast.done(t('Range saved.'))
      onClose()
    },
  }
  const added = useEndpointForm(createRange, { ...shared, params: { id: panel.id } })
  const changed = useEndpointForm(updateRange, { ...shared, params: { id: from?.id ?? 0 }, version: from?.version ?? 1 })
  return { endpointForm: isChange ? changed : added, inTheWay }
}

/** Adds a reference range, or changes one that no result was held against. */
export const RangeDialog = (props: Props) => {
  const { panel, isChange, onClose } = props
  const { endpointForm, inTheWay } = useRangeForm(props)
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={isChange ? t('Edit range') : t('Add range')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <EndpointForm form={endpointForm} save={isChange ? t('Save') : t('Add range')} onCancel={onClose}>
        {inTheWay !== undefined && (
          <Note tone="critical" alert>
            {t('Another range covers the same patients on the same dates.')}
            {inTheWay && <div className="strong num">{inOneLine(inTheWay)}</div>}
            <div>{t('Change the ages, sex or dates, or end the other range first.')}</div>
          </Note>
        )}
        <Fields form={endpointForm.form} panel={panel} />
      </EndpointForm>
    </Modal>
  )
}
