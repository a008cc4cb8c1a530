import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { listPrescriptionRequests } from '#calls/pharmacy/contract-requests.ts'
import { pages } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Page } from '#web/ui/page.tsx'
import { Note } from '#web/ui/status.tsx'
import '../rooms.css'
import { AskAgain, type Chosen } from './chosen.tsx'
import { EarlierPrescriptions } from './earlier.tsx'
import { MedicinesNow } from './medicines-now.tsx'
import './prescriptions.css'
import { SendPrescription } from './send.tsx'
import { SentRequests } from './sent.tsx'

const parts = ['now', 'earlier', 'sent'] as const
type Part = (typeof parts)[number]

/** Whatever part is shown, a question of the pharmacy is not missed. */
const Question = ({ onShow }: { onShow: () => void }) => {
  const { data = [] } = usePages(pages(listPrescriptionRequests, { query: { status: 'asked', limit: 1 } }))
  if (data.length === 0) return null
  return (
    <Note tone="attention">
      {t('The pharmacy has a question.')}{' '}
      <Button variant="subtle" onClick={onShow}>
        {t('Read and answer')}
      </Button>
    </Note>
  )
}

/** What a patient takes and took, what they asked the pharmacy for, and asking again. */
export const PrescriptionsPage = () => {
  const [params, setParams] = useSearchParams()
  const part = parts.find((one) => one === params.get('show')) ?? 'now'
  const show = (next: Part) => setParams(next === 'now' ? {} : { show: next }, { replace: true })
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const choosing = { chosen, onChoose: setChosen }
  return (
    <Page title={t('My medicines')} narrow>
      <div className="own-stack">
        <ChoiceField
          label={t('Show')}
          data={[
            { value: 'now', label: t('Now') },
            { value: 'earlier', label: t('Earlier') },
            { value: 'sent', label: t('Sent') },
          ]}
          value={part}
          onChange={show}
        />
        {part !== 'sent' && <Question onShow={() => show('sent')} />}
        {part === 'now' && <MedicinesNow {...choosing} />}
        {part === 'earlier' && <EarlierPrescriptions {...choosing} />}
        {part === 'sent' && <SentRequests />}
        {part !== 'earlier' && chosen.size === 0 && <SendPrescription onSent={() => show('sent')} />}
        <AskAgain
          chosen={chosen}
          onSent={() => {
            setChosen(new Map())
            show('sent')
          }}
        />
      </div>
    </Page>
  )
}
