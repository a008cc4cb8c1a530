import { Button } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { listPublicLabRequests } from '#features/laboratory/contract-public.ts'
import { pages } from '#web/calls/api.ts'
import { dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Status } from '#web/ui/status.tsx'
import { OwnList } from '../own-list.tsx'
import { OwnLine } from '../own-line.tsx'
import { AskNew } from './ask-new.tsx'
import { OwnRequest } from './own-request.tsx'
import { REQUESTS, wishWord, type LabWish } from './words.ts'

const PAGE = 25

const Line = ({ of: { id, test_profile_name, appointment_date, status, answer } }: { of: LabWish }) => {
  const { tone, word } = wishWord(status)
  return (
    <OwnLine to={`${REQUESTS}?id=${id}`}>
      <b>{test_profile_name}</b>
      <span className="num">{dayOf(appointment_date)}</span>
      <span>
        <Status tone={tone}>{word}</Status>
      </span>
      {answer && <span>{t('Answer: {{text}}', { text: answer })}</span>}
    </OwnLine>
  )
}

const AllRequests = () => {
  const list = usePages(pages(listPublicLabRequests, { query: { limit: PAGE } }))
  const empty = (
    <Empty icon={IconFlask} title={t('Nothing asked for yet')}>
      {t('Ask for a laboratory test here, with a photo of the doctor’s paper if you have one.')}
    </Empty>
  )
  return (
    <>
      <OwnList of={list} title={t('What I asked for')} empty={empty} line={Line} />
      <div className="own-foot">
        <Button component={Link} to={`${REQUESTS}?new`} variant="filled" leftSection={<IconFlask size={20} aria-hidden />}>
          {t('Ask for a test')}
        </Button>
      </div>
    </>
  )
}

/** Laboratory tests that a patient asks for, and what the laboratory says to it. */
export const RequestsPage = () => {
  const [params] = useSearchParams()
  const id = Number(params.get('id'))
  const isNew = params.has('new')
  return (
    <Page title={isNew ? t('Ask for a test') : t('Laboratory tests')} narrow>
      <div className="own-stack">{isNew ? <AskNew /> : id > 0 ? <OwnRequest key={id} id={id} /> : <AllRequests />}</div>
    </Page>
  )
}
