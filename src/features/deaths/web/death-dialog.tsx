import { Modal, ActionIcon, Select, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { useAsked } from '#web/forms/use-asked.ts'
import { t } from '#web/i18n.ts'
import { useMe } from '#web/look/preferences.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { correctDeath, previewDeath, recordDeath } from '../contract.ts'
import { detailsOf, noDeath, valuesOf, type DeathRecord, type DeathValues } from './death-values.ts'
import { endedWords, keptWords, lastActWords, placeName } from './death-labels.ts'
import { IconX } from '@tabler/icons-react'
import { DiagnosisPicker } from '#features/diagnoses/web/diagnosis-picker.tsx'
import { deathPlaces } from '#features/patients/contract-summaries.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { today } from '#web/text/format.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import styles from './death.module.css'

const Cause = ({ form }: { form: FormOf<DeathValues> }) => {
  const { cause } = form.getValues()
  if (cause === null)
    return (
      <DiagnosisPicker
        label={t('Cause of death, if known')}
        error={form.errors['diagnosis_code'] ?? form.errors['cause']}
        onChoose={({ code, text }) => form.setFieldValue('cause', { code, text })}
      />
    )
  return (
    <div>
      <span className="small t2">{t('Cause of death')}</span>
      <div className="row">
        <bdi className="grow wrap-text">{cause.text}</bdi>
        <ActionIcon variant="default" aria-label={t('Remove cause')} onClick={() => form.setFieldValue('cause', null)}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  )
}

/** The boxes of a death: what is not known is left empty, and nothing is filled in by itself. */
const DeathFields = ({ form, staffLabel }: { form: FormOf<DeathValues>; staffLabel: string }) => {
  const { getInputProps } = form
  const { place, reporter } = form.getValues()
  return (
    <>
      <div className={`grid items-start gap-5 ${styles.pair}`}>
        <DateField label={t('Date of death')} required data-autofocus maxDate={today()} {...getInputProps('died_on')} />
        <TimeField label={t('Time of death')} description={t('Leave empty if unknown')} {...getInputProps('died_at')} />
      </div>
      <Select
        label={t('Place of death')}
        required
        data={deathPlaces.map((value) => ({ value, label: placeName(value) }))}
        allowDeselect={false}
        {...getInputProps('place')}
      />
      {(place === 'other' || place === 'other facility') && (
        <TextInput label={t('Name of the place')} required={place === 'other'} maxLength={200} {...getInputProps('place_note')} />
      )}
      <Cause form={form} />
      <ChoiceField
        aria-label={t('Reported by')}
        data={[
          { value: 'person', label: t('Relative or other person') },
          { value: 'staff', label: staffLabel },
        ]}
        value={reporter}
        onChange={(value) => form.setFieldValue('reporter', value)}
      />
      {reporter === 'person' && (
        <div className={`grid items-start gap-5 ${styles.pair}`}>
          <TextInput label={t('Reported by (name)')} required maxLength={150} {...getInputProps('reported_by')} />
          <TextInput label={t('Relationship')} maxLength={60} {...getInputProps('reporter_relation')} />
        </div>
      )}
      <Textarea label={t('Remark')} autosize minRows={1} maxRows={4} maxLength={500} {...getInputProps('note')} />
    </>
  )
}

const ImplausibleDialog = lazy(async () => ({ default: (await import('#web/forms/implausible-dialog.tsx')).ImplausibleDialog }))

const Questions = ({ asked, onAnswered }: { asked: ReturnType<typeof useAsked>; onAnswered: () => void }) =>
  asked.questions && (
    <Suspense>
      <ImplausibleDialog
        questions={asked.questions}
        labelOf={() => t('Date of death')}
        onAnswer={({ confirmed }) => {
          asked.answer(confirmed)
          onAnswered()
        }}
        onClose={asked.close}
      />
    </Suspense>
  )

type Preview = ResponseOf<typeof previewDeath>

/** What is ended and what stays, before anything is done. */
const Consequences = ({ preview: { ends, keeps, last_act } }: { preview: Preview }) => (
  <section className={`stack gap-4 ${styles.consequences}`} aria-label={t('Effects of recording the death')}>
    <Note tone="attention">
      <b>{ends.length > 0 ? t('Recording the death also does this:') : t('This patient has no open work.')}</b>
      {ends.length > 0 && (
        <ul className="num">
          {ends.map(({ kind, count }) => (
            <li key={kind}>{endedWords(kind, count)}</li>
          ))}
        </ul>
      )}
      <div>{t('No messages are sent outside the clinic: neither to the patient nor to the next of kin.')}</div>
    </Note>
    {keeps.length > 0 && (
      <div className="small t2">
        {t('Stays open and can be completed:')} {keeps.map(({ kind, count }) => keptWords(kind, count)).join(' · ')}
      </div>
    )}
    {last_act && <div className="small t2">{lastActWords(last_act)}</div>}
  </section>
)

interface Props {
  patientId: number
  name: string
  close: () => void
}

const staffWords = () => t('Reported by me')

const RecordForm = ({ patientId, preview, close }: Pick<Props, 'patientId' | 'close'> & { preview: Preview }) => {
  const asked = useAsked()
  const me = useMe()?.id ?? null
  const endpointForm = useEndpointForm(recordDeath, {
    initialValues: noDeath,
    params: { id: patientId },
    draftKey: `death-${patientId}`,
    toBody: (values) => ({ ...detailsOf(values, me), ...asked.confirmations(), seen: preview.seen }),
    onRefused: (error) => {
      // Open work came or went meanwhile: what is ended is shown anew, and the form says so.
      if (error.code === 'changed') void queryClient.invalidateQueries()
      return asked.refused(error)
    },
    onSaved: close,
  })
  return (
    <>
      <EndpointForm form={endpointForm} save={t('Record death')} onCancel={close}>
        <DeathFields form={endpointForm.form} staffLabel={staffWords()} />
        <Consequences preview={preview} />
      </EndpointForm>
      <Questions asked={asked} onAnswered={() => endpointForm.submit()} />
    </>
  )
}

const CorrectForm = ({ patientId, death, close }: Pick<Props, 'patientId' | 'close'> & { death: DeathRecord }) => {
  const asked = useAsked()
  const me = useMe()?.id ?? null
  const endpointForm = useEndpointForm(correctDeath, {
    initialValues: valuesOf(death),
    params: { id: patientId, death: death.id },
    version: death.version,
    draftKey: `death-correction-${death.id}`,
    toBody: (values) => ({ ...detailsOf(values, death.reported_by_user ?? me), ...asked.confirmations() }),
    boxesOf: valuesOf,
    onRefused: asked.refused,
    onSaved: close,
  })
  return (
    <>
      <EndpointForm form={endpointForm} save={t('Save correction')} onCancel={close}>
        <DeathFields form={endpointForm.form} staffLabel={death.reported_by_user_name ?? staffWords()} />
      </EndpointForm>
      <Questions asked={asked} onAnswered={() => endpointForm.submit()} />
    </>
  )
}

/** Records the death of a patient, after showing what that ends, or corrects its details. */
export const DeathDialog = ({ patientId, name, death, close }: Props & { death?: DeathRecord }) => {
  const preview = useQuery({ ...query(previewDeath, { params: { id: patientId } }), enabled: death === undefined })
  const title = death ? t('Correct the death of {name}', { name }) : t('Record the death of {name}', { name })
  return (
    <Modal opened onClose={close} size={600} title={title} closeButtonProps={{ 'aria-label': t('Close') }}>
      {death ? (
        <CorrectForm patientId={patientId} death={death} close={close} />
      ) : (
        <FourStates query={preview} loading={<Loading rows={8} />}>
          {(found) => <RecordForm patientId={patientId} preview={found} close={close} />}
        </FourStates>
      )}
    </Modal>
  )
}
