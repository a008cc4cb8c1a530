import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { createContainer, createSpecimen, listContainers, listSpecimens, type Specimen } from '#features/lab-catalogue/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { InUse } from '#web/ui/in-use.tsx'
import styles from '../lab-catalogue.module.css'

const SpecimenDialog = lazy(async () => ({ default: (await import('./specimen-dialog.tsx')).SpecimenDialog }))
const ContainerDialog = lazy(async () => ({ default: (await import('./container-dialog.tsx')).ContainerDialog }))

export type Container = ResponseOf<typeof listContainers>[number]
type Open = { kind: 'specimen'; edited: Specimen | null } | { kind: 'container'; edited: Container | null } | null

const Cap = ({ colour, name }: { colour: string; name: string }) => (
  <span className={`inline-row min-w-0 gap-3 max-w-full ${styles.cap}`}>
    <i className="rigid round-s" style={{ background: colour }} aria-hidden />
    <span className="clip" title={name}>
      {name}
    </span>
  </span>
)
/** The name of a row, which opens it for those who may change it. */
const Name = ({ onOpen, children }: { onOpen: (() => void) | undefined; children: ReactNode }) =>
  onOpen ? (
    <button type="button" className="plain strong link" onClick={onOpen}>
      {children}
    </button>
  ) : (
    <span className="strong">{children}</span>
  )

const Specimens = ({ rows, onOpen }: { rows: Specimen[]; onOpen: ((specimen: Specimen) => void) | undefined }) => (
  <table className="k-table num" aria-label={t('Specimens')}>
    <thead>
      <tr>
        <th scope="col">{t('Name')}</th>
        <th scope="col">{t('Container')}</th>
        <th scope="col" className="r not-phone" style={{ width: 96 }}>
          {t('Volume (ml)')}
        </th>
        <th scope="col" className="not-phone">
          {t('Instructions')}
        </th>
        <th scope="col" className="not-phone" style={{ width: 112 }}>
          {t('Status')}
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            <Name onOpen={onOpen && (() => onOpen(row))}>{row.name}</Name> <span className="small t3">{row.code}</span>
          </th>
          <td>
            <Cap colour={row.colour} name={row.container_name} />
          </td>
          <td className="r not-phone">{row.volume ?? <span className="t3">–</span>}</td>
          <td className="not-phone t2" title={row.instructions}>
            {row.instructions}
          </td>
          <td className="not-phone">
            <InUse active={row.is_active} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Containers = ({ rows, onOpen }: { rows: Container[]; onOpen: ((container: Container) => void) | undefined }) => (
  <table className="k-table num" aria-label={t('Containers')}>
    <thead>
      <tr>
        <th scope="col" className="r" style={{ width: 72 }}>
          {t('Draw')}
        </th>
        <th scope="col">{t('Container')}</th>
        <th scope="col" className="not-phone" style={{ width: 112 }}>
          {t('Status')}
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.id}>
          <td className="r">{row.order_of_draw}</td>
          <th scope="row">
            <Name onOpen={onOpen && (() => onOpen(row))}>
              <Cap colour={row.colour} name={row.name} />
            </Name>
          </th>
          <td className="not-phone">
            <InUse active={row.is_active} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const empty = (title: string) => (
  <Empty title={title}>{t('The starter tests include the specimens and containers that most laboratories use.')}</Empty>
)

/** What is taken from patients, into which container, in which order. */
export const SpecimensList = () => {
  const { can } = useRights()
  const specimens = useQuery(query(listSpecimens, { query: {} }))
  const containers = useQuery(query(listContainers, { query: {} }))
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const adds = (kind: 'specimen' | 'container', label: string) => (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ kind, edited: null })}>
      {label}
    </Button>
  )
  const addSpecimen = can(createSpecimen) && adds('specimen', t('Add specimen'))
  const addContainer = can(createContainer) && adds('container', t('Add container'))
  return (
    <div className={`grid items-start gap-6 tablet-one row-heads ${styles.two}`}>
      <section className="panel" aria-label={t('Specimens')}>
        <div className="panel-head">
          <h2 className="grow">{t('Specimens')}</h2>
          {addSpecimen}
        </div>
        <FourStates query={specimens} loading={<Loading />} isEmpty={(all) => all.length === 0} empty={empty(t('No specimens yet'))}>
          {(rows) => <Specimens rows={rows} onOpen={addSpecimen ? (edited) => setOpen({ kind: 'specimen', edited }) : undefined} />}
        </FourStates>
      </section>
      <section className="panel" aria-label={t('Containers, in the order of draw')}>
        <div className="panel-head">
          <h2 className="grow">{t('Containers, in the order of draw')}</h2>
          {addContainer}
        </div>
        <FourStates query={containers} loading={<Loading />} isEmpty={(all) => all.length === 0} empty={empty(t('No containers yet'))}>
          {(rows) => <Containers rows={rows} onOpen={addContainer ? (edited) => setOpen({ kind: 'container', edited }) : undefined} />}
        </FourStates>
      </section>
      <Suspense>
        {open?.kind === 'specimen' && <SpecimenDialog specimen={open.edited} onClose={close} />}
        {open?.kind === 'container' && <ContainerDialog container={open.edited} onClose={close} />}
      </Suspense>
    </div>
  )
}
