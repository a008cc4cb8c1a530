import { Button, Kbd } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconInbox, IconPencil, IconSend } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { query } from '#web/calls/api.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { DocumentHead, isMissing, NoSuchDocument, useIdInAddress } from '#web/ui/document.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { getCodes, getEquipment, updateEquipment, sendToEquipment } from '#features/analysers/contract.ts'
import { listMessages } from '#features/analysers/contract-inbox.ts'
import type { Equipment } from '../analyser-types.ts'
import { SECTION } from '../analyser-nav.tsx'
import { lineText, protocolWord } from '../labels.tsx'
import { RetryOutcomes } from '../inbox/retry-outcomes.tsx'
import { ConnectionMark } from './connection-mark.tsx'
import styles from '../lists.module.css'

const CodesPanel = lazy(async () => ({ default: (await import('./codes-panel.tsx')).CodesPanel }))
const JobsPanel = lazy(async () => ({ default: (await import('./jobs-panel.tsx')).JobsPanel }))
const LastMessages = lazy(async () => ({ default: (await import('../messages/last-messages.tsx')).LastMessages }))
const EquipmentDialog = lazy(async () => ({ default: (await import('./equipment-dialog.tsx')).EquipmentDialog }))
const SendToEquipmentDialog = lazy(async () => ({ default: (await import('../send-to-equipment-dialog.tsx')).SendToEquipmentDialog }))

type Open = 'change' | 'send' | null

const Actions = ({ equipment, onOpen }: { equipment: Equipment; onOpen: (open: Open) => void }) => {
  const { can } = useRights()
  const maySend = can(sendToEquipment) && equipment.is_active && equipment.order_delivery !== 'none'
  const mayChange = can(updateEquipment)
  useKeys([
    ...(maySend ? [{ keys: 'S', label: t('Send sample’s tests'), run: () => onOpen('send') }] : []),
    ...(mayChange ? [{ keys: 'E', label: t('Change'), run: () => onOpen('change') }] : []),
  ])
  return (
    <>
      {equipment.waiting > 0 && (
        <Button component={Link} to={`${SECTION}/inbox?equipment=${equipment.id}`} leftSection={<IconInbox size={16} aria-hidden />}>
          {t('{n} in the inbox', { n: number(equipment.waiting) })}
        </Button>
      )}
      {mayChange && (
        <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onOpen('change')}>
          {t('Change')}
        </Button>
      )}
      {maySend && (
        <Button
          variant="filled"
          leftSection={<IconSend size={16} aria-hidden />}
          rightSection={<Kbd className="not-phone">S</Kbd>}
          onClick={() => onOpen('send')}
        >
          {t('Send sample’s tests')}
        </Button>
      )}
    </>
  )
}

const Card = ({ equipment }: { equipment: Equipment }) => {
  const { can } = useRights()
  return (
    <>
      {equipment.last_error && equipment.is_active && <Note tone="critical">{t(equipment.last_error)}</Note>}
      {equipment.note && <p className="t2">{equipment.note}</p>}
      <Suspense fallback={<Loading rows={8} height={28} />}>
        {can(getCodes) && <CodesPanel equipment={equipment} />}
        {can(sendToEquipment) && <JobsPanel equipment={equipment.id} />}
        {can(listMessages) && <LastMessages equipment={equipment.id} />}
      </Suspense>
    </>
  )
}

/** One instrument: how it stands, what its codes mean, what was sent to it and what it sent. */
export const EquipmentPage = () => {
  const id = useIdInAddress()
  const asked = useQuery(query(getEquipment, { params: { id } }))
  const [open, setOpen] = useState<Open>(null)
  const equipment = asked.data
  const back = { to: SECTION, label: t('Analysers') }
  if (id === 0 || isMissing(asked)) return <NoSuchDocument title={t('Analyser not found')} {...back} />
  return (
    <div className={`page-body ${styles.page}`}>
      <DocumentHead
        title={equipment?.name ?? '\u00a0'}
        status={equipment && <ConnectionMark equipment={equipment} />}
        sub={
          equipment &&
          [
            protocolWord(equipment.data_format),
            equipment.connection !== 'none' && lineText(equipment),
            equipment.order_delivery === 'on_query' ? t('Orders are sent when the analyser queries for them') : equipment.order_message,
          ]
            .filter(Boolean)
            .join(' · ')
        }
        back={back}
        actions={equipment && <Actions equipment={equipment} onOpen={setOpen} />}
      />
      <FourStates query={asked} loading={<Loading rows={12} height={28} />}>
        {(data) => <Card equipment={data} />}
      </FourStates>
      <RetryOutcomes />
      <Suspense>
        {equipment && open === 'change' && <EquipmentDialog equipment={equipment} onClose={() => setOpen(null)} />}
        {equipment && open === 'send' && <SendToEquipmentDialog equipment={equipment} onClose={() => setOpen(null)} />}
      </Suspense>
    </div>
  )
}
