import { Button, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listInsuranceCompanies } from '#calls/insurance/contract.ts'
import { call, query } from '#web/calls/api.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { date, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Status } from '#web/ui/status.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { addIdentifier, identifierKinds, putInsurance, removeIdentifier, removeInsurance } from '#features/patients/contract.ts'
import { Part, PartSection } from './part-section.tsx'
import type { PatientRecord } from '../use-patient.ts'
import { identifierWord } from '../patient-labels.ts'
import { noIdentifier } from '../patient-values.ts'

interface FormProps {
  patientId: number
  close: () => void
}

const IdentifierForm = ({ patientId, close }: FormProps) => {
  const endpointForm = useEndpointForm(addIdentifier, { initialValues: noIdentifier, params: { id: patientId }, onSaved: close })
  const { getInputProps } = endpointForm.form
  return (
    <EndpointForm form={endpointForm} save={t('Add identifier')} onCancel={close}>
      <div className="section-grid">
        <Select
          label={t('Type')}
          data={identifierKinds.map((value) => ({ value, label: identifierWord(value) }))}
          allowDeselect={false}
          autoFocus
          {...getInputProps('kind')}
        />
        <TextInput label={t('Number')} required autoComplete="off" {...getInputProps('value')} />
        <TextInput label={t('Issued by')} autoComplete="off" {...getInputProps('issuer')} />
      </div>
    </EndpointForm>
  )
}

const MembershipForm = ({ patientId, companyId, close }: FormProps & { companyId: number }) => {
  const endpointForm = useEndpointForm(putInsurance, {
    initialValues: { member_number: '', valid_until: '' },
    params: { id: patientId, part: companyId },
    onSaved: close,
  })
  const { getInputProps } = endpointForm.form
  return (
    <EndpointForm form={endpointForm} save={t('Add insurance')} onCancel={close}>
      <div className="section-grid">
        <TextInput label={t('Member number')} autoComplete="off" {...getInputProps('member_number')} />
        <DateField label={t('Valid until')} {...getInputProps('valid_until')} />
      </div>
    </EndpointForm>
  )
}

/** The company first: it is part of the address that the membership is saved at. */
const InsuranceForm = ({ patientId, close }: FormProps) => {
  const [company, setCompany] = useState<string | null>(null)
  const { data = [] } = useQuery(query(listInsuranceCompanies, { query: { active: 'true' } }))
  return (
    <div className="form-stack">
      <Select
        label={t('Insurance company')}
        data={data.map(({ id, name }) => ({ value: String(id), label: name }))}
        searchable
        selectFirstOptionOnChange
        autoFocus
        nothingFoundMessage={t('No matching insurance company')}
        value={company}
        onChange={setCompany}
      />
      {company ? (
        <MembershipForm key={company} patientId={patientId} companyId={Number(company)} close={close} />
      ) : (
        <div className="form-foot">
          <Button onClick={close}>{t('Cancel')}</Button>
        </div>
      )}
    </div>
  )
}

interface RemoveProps {
  what: string
  done: string
  action: () => Promise<unknown>
}
const Remove = ({ what, done, action }: RemoveProps) => {
  const { run, isRunning } = useAction()
  const remove = async () => {
    if (
      await confirm({
        title: t('Remove {what}?', { what }),
        text: t('The audit trail keeps the entry.'),
        action: t('Remove'),
        isGrave: true,
      })
    )
      run(action, done)
  }
  return (
    <Button loading={isRunning} aria-label={t('Remove {name}', { name: what })} onClick={() => void remove()}>
      {t('Remove')}
    </Button>
  )
}

/** Papers that name the patient, and who pays. */
export const PatientCover = ({ patient: { id, identifiers, insurances } }: { patient: PatientRecord }) => {
  const { can } = useRights()
  return (
    <div className="form-stack">
      <PartSection
        title={t('Identifiers')}
        none={t('No identifiers yet. A national ID or passport makes the patient easy to find.')}
        add={t('Add identifier')}
        mayAdd={can(addIdentifier)}
        renderForm={(close) => <IdentifierForm patientId={id} close={close} />}
      >
        {identifiers.map(({ id: part, kind, value, issuer }) => (
          <Part
            key={part}
            title={
              <>
                <span className="t2">{identifierWord(kind)}</span> <b className="num">{value}</b>
              </>
            }
            note={issuer}
          >
            {can(removeIdentifier) && (
              <Remove
                what={`${identifierWord(kind)} ${value}`}
                done={t('Identifier removed.')}
                action={() => call(removeIdentifier, { params: { id, part } })}
              />
            )}
          </Part>
        ))}
      </PartSection>
      <PartSection
        title={t('Insurance')}
        none={t('Self-pay: no insurance recorded.')}
        add={t('Add insurance')}
        mayAdd={can(putInsurance) && can(listInsuranceCompanies)}
        renderForm={(close) => <InsuranceForm patientId={id} close={close} />}
      >
        {insurances.map(({ id: part, name, member_number, valid_until }) => (
          <Part
            key={part}
            title={<b>{name}</b>}
            note={
              <>
                {[member_number ?? t('No member number'), valid_until && t('until {date}', { date: date(valid_until) })]
                  .filter(Boolean)
                  .join(' · ')}{' '}
                {valid_until && valid_until < today() && <Status tone="attention">{t('Expired')}</Status>}
              </>
            }
          >
            {can(removeInsurance) && (
              <Remove what={name} done={t('Membership removed.')} action={() => call(removeInsurance, { params: { id, part } })} />
            )}
          </Part>
        ))}
      </PartSection>
    </div>
  )
}
