import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useRef, useState, type RefObject } from 'react'
import { getRecordPage } from '#features/records/contract.ts'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { PagePicture } from '../picture.tsx'
import type { Entity, PageOfRecord } from '../record-types.ts'
import { boxesOf } from './boxes.ts'
import { typeShort, typeTone } from './entity-labels.tsx'
import { TextOfPage } from './text-view.tsx'
import documentStyles from './document.module.css'
import recordsStyles from '../records.module.css'

const AHEAD = '800px 0px'
/** Of an A4 sheet, until the page has said what it is. */
const SHEET = { width: 210, height: 297 }

/** Whether something is in view, or will be soon. */
const useNear = (node: RefObject<HTMLElement | null>): boolean => {
  const [isNear, setNear] = useState(false)
  // Where things stand on the screen is outside React.
  useEffect(() => {
    if (!node.current) return undefined
    const watch = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), { rootMargin: AHEAD })
    watch.observe(node.current)
    return () => watch.disconnect()
  }, [node])
  return isNear
}

const percent = (share: number) => `${share * 100}%`

/** The places of findings over the picture of a page. The list beside it says the same in words, and is where keys go. */
const Overlay = ({ page: { words }, entities, current }: { page: PageOfRecord; entities: readonly Entity[]; current: number | null }) => (
  <div className={`absolute ${documentStyles.pageBoxes}`} aria-hidden>
    {entities
      .filter(({ state }) => state !== 'rejected')
      .flatMap((entity) =>
        boxesOf(words, entity).map(({ x, y, w, h }, at) => (
          <span
            key={`${entity.id} ${at}`}
            className={`absolute clickable ${documentStyles.pageBox}`}
            data-part="page-box"
            data-entity={entity.id}
            data-tone={typeTone(entity.type)}
            data-type={entity.type}
            data-state={entity.state}
            data-denied={entity.negated || undefined}
            data-current={entity.id === current || undefined}
            data-short={at === 0 ? typeShort(entity.type) : undefined}
            style={{ left: percent(x), top: percent(y), width: percent(w), height: percent(h) }}
          />
        )),
      )}
  </div>
)

interface Props {
  record: number
  number: number
  entities: readonly Entity[]
  current: number | null
}

/** A page as a picture with its findings on it, fetched when it comes near; its text where there is no picture. */
export const PageView = memo(({ record, number, entities, current }: Props) => {
  const node = useRef<HTMLDivElement>(null)
  const isNear = useNear(node)
  const page = useQuery({ ...query(getRecordPage, { params: { id: record, page: number } }), enabled: isNear })
  const { data } = page
  const isText = data !== undefined && !data.has_image
  const { width, height } = data?.has_image ? data : SHEET
  // Where it was wanted before it was there.
  const hasPlace = data !== undefined && entities.some(({ id }) => id === current)
  useEffect(() => {
    if (hasPlace) node.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'nearest' })
  }, [hasPlace])
  return (
    <div
      ref={node}
      className={
        isText
          ? `clipped surface outlined round-s relative ${documentStyles.pageSheet} ${recordsStyles.isText}`
          : `clipped surface outlined round-s relative ${documentStyles.pageSheet}`
      }
      data-page={number}
      style={isText ? undefined : { aspectRatio: `${width} / ${height}` }}
    >
      {isText ? (
        <TextOfPage number={number} text={data.text} entities={entities} current={current} />
      ) : (
        isNear &&
        data && (
          <>
            <PagePicture record={record} page={number} width={width} height={height} />
            <Overlay page={data} entities={entities} current={current} />
          </>
        )
      )}
      {page.error && !data && (
        <span className={`grid centred text-centre pad-6 absolute ${documentStyles.pageLost} t2`}>
          {t('This page could not be loaded.')}
        </span>
      )}
    </div>
  )
})
PageView.displayName = 'PageView'
