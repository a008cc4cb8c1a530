import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Company, getCompany } from '#features/company/contract.ts'
import { ClinicLogo } from '#features/company/web/logo-field.tsx'
import { NumberFormats } from '#features/company/web/number-format-fields.tsx'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { FourStates } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { SET_UP } from './progress-labels.ts'
import { LAST, WizardSteps } from './wizard-steps.tsx'

/** What patients and payers see of numbers; the others are found where the clinic is changed. */
const first = ['patient', 'visit', 'invoice', 'receipt', 'sample'] as const

const Loaded = ({ company }: { company: Company }) => {
  const [version, setVersion] = useState(company.version)
  return (
    <>
      <ClinicLogo company={company} version={version} onSaved={setVersion} />
      <NumberFormats only={first} />
    </>
  )
}

/** The last step of the first start, as the administrator who has just been made: what only a person may change. */
export const BeginPage = () => {
  const company = useQuery(query(getCompany))
  return (
    <Page
      title={t('Logo and numbers')}
      sub={t('The clinic is set up, and you are signed in. You can do both later.')}
      narrow
      actions={
        <Button component={Link} to={SET_UP} variant="filled">
          {t('Continue')}
        </Button>
      }
    >
      <WizardSteps at={LAST} />
      <FourStates query={company}>{(data) => <Loaded company={data} />}</FourStates>
    </Page>
  )
}
