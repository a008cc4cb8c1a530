import { Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { PatientPicker } from '#features/patients/web/patient-picker.tsx'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import type { FoundPatient } from '#web/searches/patient-search.ts'
import { useRights } from '#web/session/rights.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { createInvoice } from '#features/billing/contract.ts'
import type { Invoice } from '../bill-types.ts'

/** Whom a new bill is for, as far as that is known when the dialog opens. */
export interface Newcomer {
  patient?: FoundPatient
  customer?: string
}

interface Props {
  newcomer: Newcomer
  onMade: (bill: Invoice) => void
  onClose: () => void
}

/** Opens a draft outside a visit: for a patient, or for a customer who is none. */
export const NewBillDialog = ({ newcomer: { patient, customer }, onMade, onClose }: Props) => {
  const { allowed } = useRights()
  const maySearch = allowed('patients.view')
  const [kind, setKind] = useState<'patient' | 'customer'>(customer === undefined && maySearch ? 'patient' : 'customer')
  const endpointForm = useEndpointForm(createInvoice, {
    initialValues: { patient: patient?.id ?? null, customer_name: customer ?? '', invoice_description: '' },
    toBody: ({ patient: id, customer_name, invoice_description }) =>
      // A blank name is refused at its own box.
      kind === 'patient' ? { patient: id, invoice_description } : { customer_name: customer_name || ' ', invoice_description },
    onSaved: onMade,
  })
  const { form } = endpointForm
  return (
    <Modal opened onClose={onClose} size={520} title={t('New bill')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <EndpointForm form={endpointForm} save={t('Open bill')} onCancel={onClose}>
        {maySearch && (
          <ChoiceField
            label={t('Bill for')}
            data={[
              { value: 'patient', label: t('A patient') },
              { value: 'customer', label: t('Non-patient') },
            ]}
            value={kind}
            onChange={setKind}
          />
        )}
        {kind === 'patient' ? (
          <PatientPicker
            label={t('Patient')}
            required
            data-autofocus={patient ? undefined : true}
            known={patient}
            {...form.getInputProps('patient')}
            onChange={(id) => form.setFieldValue('patient', id)}
          />
        ) : (
          <TextInput
            label={t('Customer name')}
            required
            maxLength={120}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('customer_name')}
          />
        )}
        <TextInput
          label={t('Description')}
          maxLength={200}
          autoComplete="off"
          data-autofocus={kind === 'patient' && patient ? true : undefined}
          {...form.getInputProps('invoice_description')}
        />
      </EndpointForm>
    </Modal>
  )
}
