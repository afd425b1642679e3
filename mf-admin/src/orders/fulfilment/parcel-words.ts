const labels: Readonly<Record<string, string>> = {
  processing: 'Being prepared',
  shipped: 'Sent',
  in_transit: 'In transit',
  out_for_delivery: 'Out for delivery',
  delivered: 'Delivered',
  exception: 'Held up',
}

/** A parcel's status as staff read it. */
export const parcelLabel = (status: string): string => labels[status] ?? status.replaceAll('_', ' ')
