import { Checkbox, Modal, Select, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DoctorField } from '#features/attendance/web/doctor-field.tsx'
import { PregnancyFlag, type PregnancyOnScreen } from '#features/patients/web/pregnancy-status.tsx'
import { listDepartments } from '#calls/company/contract.ts'
import { query } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { createReferral } from '../contract.ts'
import { letterParts, usuallyLeftOut, type ReferralType } from '../rules.ts'
import { letterPartWord } from './letter-part-labels.ts'

const empty = {
  doctor: '',
  department: '',
  provider: '',
  provider_email: '',
  service: '',
  note: '',
  is_urgent: false,
  parts: letterParts.filter((part) => !usuallyLeftOut.includes(part)) as string[],
}
const idOrNull = (text: string) => (text === '' ? null : Number(text))

/** Refers the patient of a visit to somebody of the house or outside. */
export const ReferralDialog = ({
  visit,
  pregnancy,
  onClose,
}: {
  visit: number
  pregnancy?: PregnancyOnScreen | null | undefined
  onClose: () => void
}) => {
  const [type, setType] = useState<ReferralType>('internal')
  const { data: departments = [] } = useQuery(query(listDepartments, { query: {} }))
  const endpointForm = useEndpointForm(createReferral, {
    initialValues: empty,
    draftKey: `referral-${visit}`,
    toBody: ({ doctor, department, provider, provider_email, service, note, is_urgent, parts }) => ({
      attendance_process: visit,
      type,
      service,
      note,
      is_urgent,
      left_out: letterParts.filter((part) => !parts.includes(part)),
      ...(type === 'internal'
        ? { doctor: idOrNull(doctor), department: idOrNull(department) }
        : { provider, provider_email: provider_email || null }),
    }),
    check: ({ doctor, department, provider, provider_email }): Record<string, string> => {
      const isAddressed = type === 'internal' ? doctor !== '' || department !== '' : provider.trim() !== '' || provider_email.trim() !== ''
      if (isAddressed) return {}
      return type === 'internal'
        ? { doctor: t('Choose a doctor or department.') }
        : { provider: t('Enter the recipient: a name or an e-mail address.') }
    },
    onSaved: () => {
      toast.done(t('Patient referred.'))
      onClose()
    },
  })
  const { getInputProps } = endpointForm.form
  return (
    <Modal opened onClose={onClose} title={t('Refer patient')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <EndpointForm form={endpointForm} save={t('Refer')} onCancel={onClose}>
        {/* An examination asked for elsewhere may use radiation. */}
        <PregnancyFlag pregnancy={pregnancy} detailed />
        <ChoiceField
          label={t('To')}
          data={[
            { value: 'internal', label: t('Internal') },
            { value: 'external', label: t('External') },
          ]}
          value={type}
          onChange={setType}
        />
        {type === 'internal' ? (
          <>
            <DoctorField {...getInputProps('doctor')} />
            <Select
              label={t('Department')}
              clearable
              searchable
              data={departments.filter(({ is_active }) => is_active).map(({ id, name }) => ({ value: String(id), label: name }))}
              {...getInputProps('department')}
            />
          </>
        ) : (
          <>
            <TextInput label={t('Hospital, clinic or doctor')} required autoComplete="off" {...getInputProps('provider')} />
            <TextInput label={t('E-mail')} type="email" autoComplete="off" {...getInputProps('provider_email')} />
          </>
        )}
        <TextInput label={t('Service requested')} autoComplete="off" {...getInputProps('service')} />
        <Textarea label={t('Reason and findings')} required autosize minRows={3} {...getInputProps('note')} />
        <Checkbox label={t('Urgent')} {...getInputProps('is_urgent', { type: 'checkbox' })} />
        <Checkbox.Group
          label={t('Include in the letter')}
          description={t('Allergies and pregnancy are always included. You see the contents before printing.')}
          {...getInputProps('parts')}
        >
          <div className="group-boxes">
            {letterParts.map((part) => (
              <Checkbox key={part} value={part} label={letterPartWord(part)} />
            ))}
          </div>
        </Checkbox.Group>
      </EndpointForm>
    </Modal>
  )
}
