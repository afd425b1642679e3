import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef, useState } from 'react'

interface SortableOptions {
  /** Identifies the list, so that nothing is dropped into another one. */
  list: string
  place: number
  onMove: (from: number, to: number) => void
}

/** Makes an item of a list draggable by its handle onto the places of others. @returns refs, and whether an item is over it */
export function useSortable({ list, place, onMove }: SortableOptions) {
  const item = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const [over, setOver] = useState(false)
  const move = useRef(onMove)
  useEffect(() => {
    move.current = onMove
  })
  useEffect(() => {
    if (!item.current || !handle.current) return
    return combine(
      draggable({
        element: item.current,
        dragHandle: handle.current,
        getInitialData: () => ({ list, place }),
      }),
      dropTargetForElements({
        element: item.current,
        canDrop: ({ source }) => source.data.list === list,
        onDragEnter: ({ source }) => setOver(source.data.place !== place),
        onDragLeave: () => setOver(false),
        onDrop: ({ source }) => {
          setOver(false)
          if (typeof source.data.place === 'number') move.current(source.data.place, place)
        },
      }),
    )
  }, [list, place])
  return { item, handle, over }
}
