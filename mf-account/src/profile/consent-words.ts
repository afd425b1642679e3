/** What stands beside the box that consents to marketing. The database keeps it with each consent and rejects any other: `76_profile.sql`. */
export const consentWords =
  'Yes, email me now and then about new arrivals and offers. I can change my mind here at any time.'
