import { Select, Textarea } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { outcomeName, pregnancySourceName } from '#features/patients/web/pregnancy-name.tsx'
import type { FormOf } from '#web/forms/checked-form.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { beginPregnancy, endPregnancy, pregnancyOutcomes, pregnancySources, updatePregnancy } from '../contract.ts'
import { DatingFields } from './dating-fields.tsx'
import { beginBody, datingOf, noDating, problemsOf, updateBody, type DatingValues, type PregnancyRecord } from './pregnancy-values.ts'
import { useAsked } from '#web/forms/use-asked.ts'

const ImplausibleDialog = lazy(async () => ({ default: (await import('#web/forms/implausible-dialog.tsx')).ImplausibleDialog }))

type Outcome = (typeof pregnancyOutcomes)[number]

/** The boxes are named as people see them: a gestation is typed in one. */
const boxOf = (path: string) => (path === 'scan_days' ? 'scan_age' : path)

const checkDating = (known: PregnancyRecord | null) => (values: DatingValues) => {
  const words = {
    day: t('Enter the date.'),
    gestation: t('Enter weeks and days, such as 12w 3d.'),
    embryo: t('Enter 1 to 7 days.'),
    reason: t('Enter the reason.'),
  }
  return Object.fromEntries(Object.entries(problemsOf(values, known)).map(([box, problem]) => [box, words[problem]]))
}

const questionLabel = (field: string) =>
  ({ age: t('Patient age'), lmp: t('Last period'), edd: t('Due date'), gestation: t('Gestation') })[field] ?? field

const Questions = ({ asked, onAnswered }: { asked: ReturnType<typeof useAsked>; onAnswered: () => void }) =>
  asked.questions && (
    <Suspense>
      <ImplausibleDialog
        questions={asked.questions}
        labelOf={({ field }) => questionLabel(field)}
        onAnswer={({ confirmed }) => {
          asked.answer(confirmed)
          onAnswered()
        }}
        onClose={asked.close}
      />
    </Suspense>
  )

interface Props {
  patientId: number
  close: () => void
}

const newPregnancy: Parameters<typeof beginBody>[0] = { ...noDating, source: 'patient said', note: '' }

/** The boxes of a new pregnancy. */
export const BeginForm = ({ patientId, close }: Props) => {
  const asked = useAsked()
  const endpointForm = useEndpointForm(beginPregnancy, {
    initialValues: newPregnancy,
    params: { id: patientId },
    draftKey: `pregnancy-new-${patientId}`,
    toBody: (values) => ({ ...beginBody(values), ...asked.confirmations() }),
    boxOf,
    check: checkDating(null),
    onRefused: asked.refused,
    onSaved: close,
  })
  const { getInputProps } = endpointForm.form
  return (
    <>
      <EndpointForm form={endpointForm} save={t('Record pregnancy')} onCancel={close}>
        <DatingFields form={endpointForm.form as unknown as FormOf<DatingValues>} known={null} isFirst />
        <Select
          label={t('Source')}
          data={pregnancySources.map((value) => ({ value, label: pregnancySourceName(value) }))}
          allowDeselect={false}
          {...getInputProps('source')}
        />
        <Textarea label={t('Remark')} autosize minRows={1} maxRows={4} maxLength={300} {...getInputProps('note')} />
      </EndpointForm>
      <Questions asked={asked} onAnswered={() => endpointForm.submit()} />
    </>
  )
}

/** The boxes that date a pregnancy, or date it anew. */
export const DatingForm = ({ patientId, pregnancy, close }: Props & { pregnancy: PregnancyRecord }) => {
  const asked = useAsked()
  const endpointForm = useEndpointForm(updatePregnancy, {
    initialValues: datingOf(pregnancy),
    params: { id: patientId, pregnancy: pregnancy.id },
    version: pregnancy.version,
    draftKey: `pregnancy-${pregnancy.id}`,
    toBody: (values) => ({ ...updateBody(values, pregnancy), ...asked.confirmations() }),
    boxesOf: datingOf,
    boxOf,
    check: checkDating(pregnancy),
    onRefused: asked.refused,
    onSaved: close,
  })
  return (
    <>
      <EndpointForm form={endpointForm} save={t('Save dating')} onCancel={close}>
        <DatingFields form={endpointForm.form} known={pregnancy} isFirst />
      </EndpointForm>
      <Questions asked={asked} onAnswered={() => endpointForm.submit()} />
    </>
  )
}

/** The boxes of the outcome: the pregnancy is not current any more. */
export const OutcomeForm = ({ patientId, pregnancy, close }: Props & { pregnancy: PregnancyRecord }) => {
  const endpointForm = useEndpointForm(endPregnancy, {
    initialValues: { outcome: null as Outcome | null, ended_on: '', note: '' },
    params: { id: patientId, pregnancy: pregnancy.id },
    version: pregnancy.version,
    draftKey: `pregnancy-outcome-${pregnancy.id}`,
    toBody: ({ outcome, ended_on, note }) => ({
      // What is not chosen yet is the contract's to refuse.
      outcome: outcome as Outcome,
      ended_on: outcome === 'not pregnant' && ended_on === '' ? today() : ended_on,
      ...(note.trim() !== '' && { note: note.trim() }),
    }),
    onSaved: close,
  })
  const { getInputProps } = endpointForm.form
  const isError = endpointForm.form.getValues().outcome === 'not pregnant'
  return (
    <EndpointForm form={endpointForm} save={t('Record outcome')} onCancel={close}>
      <Select
        label={t('Outcome')}
        required
        data-autofocus
        data={pregnancyOutcomes.map((value) => ({ value, label: outcomeName(value) }))}
        allowDeselect={false}
        {...getInputProps('outcome')}
      />
      {!isError && <DateField label={t('Outcome date')} required maxDate={today()} {...getInputProps('ended_on')} />}
      <Textarea label={t('Remark')} autosize minRows={1} maxRows={4} maxLength={300} {...getInputProps('note')} />
    </EndpointForm>
  )
}
