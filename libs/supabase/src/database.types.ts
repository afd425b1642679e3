export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  // Allows to automatically instantiate createClient with right options
  // instead of createClient<Database, { PostgrestVersion: 'XX' }>(URL, KEY)
  __InternalSupabase: {
    PostgrestVersion: "13"
  }
  public: {
    Tables: {
      account_creation_tokens: {
        Row: {
          checkout_session_id: string
          created_at: string
          email: string
          expires_at: string
          id: string
          token_hash: string
          used_at: string | null
        }
        Insert: {
          checkout_session_id: string
          created_at?: string
          email: string
          expires_at?: string
          id?: string
          token_hash: string
          used_at?: string | null
        }
        Update: {
          checkout_session_id?: string
          created_at?: string
          email?: string
          expires_at?: string
          id?: string
          token_hash?: string
          used_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "account_creation_tokens_checkout_session_id_fkey"
            columns: ["checkout_session_id"]
            isOneToOne: false
            referencedRelation: "checkout_sessions"
            referencedColumns: ["session_id"]
          },
        ]
      }
      addresses: {
        Row: {
          address_line_1: string
          address_line_2: string | null
          city: string
          country: string
          created_at: string
          customer_id: string
          first_name: string
          id: string
          is_default: boolean
          last_name: string
          phone: string | null
          postal_code: string
          state: string | null
          type: string
          updated_at: string
        }
        Insert: {
          address_line_1: string
          address_line_2?: string | null
          city: string
          country?: string
          created_at?: string
          customer_id: string
          first_name: string
          id?: string
          is_default?: boolean
          last_name: string
          phone?: string | null
          postal_code: string
          state?: string | null
          type?: string
          updated_at?: string
        }
        Update: {
          address_line_1?: string
          address_line_2?: string | null
          city?: string
          country?: string
          created_at?: string
          customer_id?: string
          first_name?: string
          id?: string
          is_default?: boolean
          last_name?: string
          phone?: string | null
          postal_code?: string
          state?: string | null
          type?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "addresses_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: false
            referencedRelation: "customers"
            referencedColumns: ["id"]
          },
        ]
      }
      admin_users: {
        Row: {
          created_at: string
          first_name: string
          id: string
          is_active: boolean
          last_login_at: string | null
          last_name: string
          role: string
          updated_at: string
          user_id: string
        }
        Insert: {
          created_at?: string
          first_name?: string
          id?: string
          is_active?: boolean
          last_login_at?: string | null
          last_name?: string
          role?: string
          updated_at?: string
          user_id: string
        }
        Update: {
          created_at?: string
          first_name?: string
          id?: string
          is_active?: boolean
          last_login_at?: string | null
          last_name?: string
          role?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: []
      }
      audit_log: {
        Row: {
          action: string
          actor: string
          after: Json | null
          before: Json | null
          created_at: string
          id: number
          row_id: string
          table_name: string
        }
        Insert: {
          action: string
          actor: string
          after?: Json | null
          before?: Json | null
          created_at?: string
          id?: never
          row_id: string
          table_name: string
        }
        Update: {
          action?: string
          actor?: string
          after?: Json | null
          before?: Json | null
          created_at?: string
          id?: never
          row_id?: string
          table_name?: string
        }
        Relationships: []
      }
      cart_items: {
        Row: {
          created_at: string
          customer_id: string | null
          id: string
          product_id: string
          quantity: number
          session_id: string | null
          updated_at: string
          variant_id: string | null
        }
        Insert: {
          created_at?: string
          customer_id?: string | null
          id?: string
          product_id: string
          quantity: number
          session_id?: string | null
          updated_at?: string
          variant_id?: string | null
        }
        Update: {
          created_at?: string
          customer_id?: string | null
          id?: string
          product_id?: string
          quantity?: number
          session_id?: string | null
          updated_at?: string
          variant_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "cart_items_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: false
            referencedRelation: "customers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "cart_items_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "cart_items_product_id_variant_id_fkey"
            columns: ["product_id", "variant_id"]
            isOneToOne: false
            referencedRelation: "product_variants"
            referencedColumns: ["product_id", "id"]
          },
        ]
      }
      catalogue_version: {
        Row: {
          changed_at: string
          id: boolean
          version: number
        }
        Insert: {
          changed_at?: string
          id?: boolean
          version?: number
        }
        Update: {
          changed_at?: string
          id?: boolean
          version?: number
        }
        Relationships: []
      }
      categories: {
        Row: {
          created_at: string
          description: string | null
          id: string
          image_alt: string
          image_url: string | null
          is_active: boolean
          name: string
          position: number
          seo_description: string | null
          seo_title: string | null
          slug: string
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          description?: string | null
          id?: string
          image_alt?: string
          image_url?: string | null
          is_active?: boolean
          name: string
          position?: number
          seo_description?: string | null
          seo_title?: string | null
          slug: string
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          description?: string | null
          id?: string
          image_alt?: string
          image_url?: string | null
          is_active?: boolean
          name?: string
          position?: number
          seo_description?: string | null
          seo_title?: string | null
          slug?: string
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      category_relations: {
        Row: {
          category_id: string
          companion_id: string
          id: string
          place: number
        }
        Insert: {
          category_id: string
          companion_id: string
          id?: string
          place: number
        }
        Update: {
          category_id?: string
          companion_id?: string
          id?: string
          place?: number
        }
        Relationships: [
          {
            foreignKeyName: "category_relations_category_id_fkey"
            columns: ["category_id"]
            isOneToOne: false
            referencedRelation: "categories"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "category_relations_companion_id_fkey"
            columns: ["companion_id"]
            isOneToOne: false
            referencedRelation: "categories"
            referencedColumns: ["id"]
          },
        ]
      }
      checkout_sessions: {
        Row: {
          billing_address: NonNullable<Json>
          cart_items: NonNullable<Json>
          completed_at: string | null
          created_at: string
          currency: string
          customer_id: string | null
          discount_amount: number
          email: string
          expires_at: string
          first_name: string
          gift_card_amount: number
          gift_card_hint: string | null
          gift_card_id: string | null
          id: string
          kind: string
          last_name: string
          metadata: NonNullable<Json>
          phone: string | null
          promotion_code: string | null
          promotion_id: string | null
          session_id: string
          shipping_address: NonNullable<Json>
          shipping_amount: number
          shipping_method_id: string | null
          status: string
          stripe_payment_intent_id: string | null
          subtotal: number
          tax_amount: number
          total: number
          updated_at: string
          user_id: string | null
          vat_rate: number
        }
        Insert: {
          billing_address: NonNullable<Json>
          cart_items: NonNullable<Json>
          completed_at?: string | null
          created_at?: string
          currency?: string
          customer_id?: string | null
          discount_amount?: number
          email: string
          expires_at?: string
          first_name: string
          gift_card_amount?: number
          gift_card_hint?: string | null
          gift_card_id?: string | null
          id?: string
          kind?: string
          last_name: string
          metadata?: NonNullable<Json>
          phone?: string | null
          promotion_code?: string | null
          promotion_id?: string | null
          session_id?: string
          shipping_address: NonNullable<Json>
          shipping_amount: number
          shipping_method_id?: string | null
          status?: string
          stripe_payment_intent_id?: string | null
          subtotal: number
          tax_amount: number
          total: number
          updated_at?: string
          user_id?: string | null
          vat_rate?: number
        }
        Update: {
          billing_address?: NonNullable<Json>
          cart_items?: NonNullable<Json>
          completed_at?: string | null
          created_at?: string
          currency?: string
          customer_id?: string | null
          discount_amount?: number
          email?: string
          expires_at?: string
          first_name?: string
          gift_card_amount?: number
          gift_card_hint?: string | null
          gift_card_id?: string | null
          id?: string
          kind?: string
          last_name?: string
          metadata?: NonNullable<Json>
          phone?: string | null
          promotion_code?: string | null
          promotion_id?: string | null
          session_id?: string
          shipping_address?: NonNullable<Json>
          shipping_amount?: number
          shipping_method_id?: string | null
          status?: string
          stripe_payment_intent_id?: string | null
          subtotal?: number
          tax_amount?: number
          total?: number
          updated_at?: string
          user_id?: string | null
          vat_rate?: number
        }
        Relationships: [
          {
            foreignKeyName: "checkout_sessions_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: false
            referencedRelation: "customers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "checkout_sessions_gift_card_id_fkey"
            columns: ["gift_card_id"]
            isOneToOne: false
            referencedRelation: "gift_cards"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "checkout_sessions_promotion_id_fkey"
            columns: ["promotion_id"]
            isOneToOne: false
            referencedRelation: "promotions"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "checkout_sessions_shipping_method_id_fkey"
            columns: ["shipping_method_id"]
            isOneToOne: false
            referencedRelation: "shipping_methods"
            referencedColumns: ["id"]
          },
        ]
      }
      contact_messages: {
        Row: {
          assignee: string | null
          created_at: string
          email: string
          id: string
          is_read: boolean
          message: string
          name: string
          state: string
          status: string
          subject: string
        }
        Insert: {
          assignee?: string | null
          created_at?: string
          email: string
          id?: string
          is_read?: boolean
          message: string
          name: string
          state?: never
          status?: string
          subject: string
        }
        Update: {
          assignee?: string | null
          created_at?: string
          email?: string
          id?: string
          is_read?: boolean
          message?: string
          name?: string
          state?: never
          status?: string
          subject?: string
        }
        Relationships: []
      }
      contact_replies: {
        Row: {
          author: string | null
          created_at: string
          id: string
          mail_id: string | null
          message_id: string
          text: string
        }
        Insert: {
          author?: string | null
          created_at?: string
          id: string
          mail_id?: string | null
          message_id: string
          text: string
        }
        Update: {
          author?: string | null
          created_at?: string
          id?: string
          mail_id?: string | null
          message_id?: string
          text?: string
        }
        Relationships: [
          {
            foreignKeyName: "contact_replies_mail_id_fkey"
            columns: ["mail_id"]
            isOneToOne: false
            referencedRelation: "email_outbox"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "contact_replies_message_id_fkey"
            columns: ["message_id"]
            isOneToOne: false
            referencedRelation: "contact_messages"
            referencedColumns: ["id"]
          },
        ]
      }
      customer_notes: {
        Row: {
          author: string | null
          created_at: string
          customer_id: string
          id: string
          text: string
        }
        Insert: {
          author?: string | null
          created_at?: string
          customer_id: string
          id?: string
          text: string
        }
        Update: {
          author?: string | null
          created_at?: string
          customer_id?: string
          id?: string
          text?: string
        }
        Relationships: [
          {
            foreignKeyName: "customer_notes_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: false
            referencedRelation: "customers"
            referencedColumns: ["id"]
          },
        ]
      }
      customers: {
        Row: {
          accepts_marketing: boolean
          age_verified: boolean
          created_at: string
          email: string
          first_name: string
          id: string
          is_guest: boolean
          last_name: string
          last_order_at: string | null
          phone: string | null
          stripe_customer_id: string | null
          total_orders: number
          total_spent: number
          updated_at: string
          user_id: string | null
        }
        Insert: {
          accepts_marketing?: boolean
          age_verified?: boolean
          created_at?: string
          email: string
          first_name?: string
          id?: string
          is_guest?: boolean
          last_name?: string
          last_order_at?: string | null
          phone?: string | null
          stripe_customer_id?: string | null
          total_orders?: number
          total_spent?: number
          updated_at?: string
          user_id?: string | null
        }
        Update: {
          accepts_marketing?: boolean
          age_verified?: boolean
          created_at?: string
          email?: string
          first_name?: string
          id?: string
          is_guest?: boolean
          last_name?: string
          last_order_at?: string | null
          phone?: string | null
          stripe_customer_id?: string | null
          total_orders?: number
          total_spent?: number
          updated_at?: string
          user_id?: string | null
        }
        Relationships: []
      }
      email_outbox: {
        Row: {
          attempts: number
          created_at: string
          data: NonNullable<Json>
          id: string
          kind: string
          last_error: string | null
          next_attempt_at: string
          order_id: string | null
          recipient: string
          sent_at: string | null
          status: string
          subject: string
        }
        Insert: {
          attempts?: number
          created_at?: string
          data?: NonNullable<Json>
          id?: string
          kind: string
          last_error?: string | null
          next_attempt_at?: string
          order_id?: string | null
          recipient: string
          sent_at?: string | null
          status?: string
          subject: string
        }
        Update: {
          attempts?: number
          created_at?: string
          data?: NonNullable<Json>
          id?: string
          kind?: string
          last_error?: string | null
          next_attempt_at?: string
          order_id?: string | null
          recipient?: string
          sent_at?: string | null
          status?: string
          subject?: string
        }
        Relationships: [
          {
            foreignKeyName: "email_outbox_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      exchanges: {
        Row: {
          order_id: string
          return_id: string
        }
        Insert: {
          order_id: string
          return_id: string
        }
        Update: {
          order_id?: string
          return_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "exchanges_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: true
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "exchanges_return_id_fkey"
            columns: ["return_id"]
            isOneToOne: true
            referencedRelation: "returns"
            referencedColumns: ["id"]
          },
        ]
      }
      gift_card_entries: {
        Row: {
          actor: string | null
          amount_pence: number
          created_at: string
          gift_card_id: string
          id: number
          kind: string
          order_id: string | null
        }
        Insert: {
          actor?: string | null
          amount_pence: number
          created_at?: string
          gift_card_id: string
          id?: never
          kind: string
          order_id?: string | null
        }
        Update: {
          actor?: string | null
          amount_pence?: number
          created_at?: string
          gift_card_id?: string
          id?: never
          kind?: string
          order_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "gift_card_entries_gift_card_id_fkey"
            columns: ["gift_card_id"]
            isOneToOne: false
            referencedRelation: "gift_cards"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "gift_card_entries_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      gift_cards: {
        Row: {
          balance_pence: number
          code_hash: string
          created_at: string
          expires_at: string
          hint: string
          id: string
          initial_pence: number
          recipient_email: string | null
          recipient_name: string | null
          state: string
          updated_at: string
          void_reason: string | null
        }
        Insert: {
          balance_pence?: number
          code_hash: string
          created_at?: string
          expires_at?: string
          hint: string
          id?: string
          initial_pence: number
          recipient_email?: string | null
          recipient_name?: string | null
          state?: string
          updated_at?: string
          void_reason?: string | null
        }
        Update: {
          balance_pence?: number
          code_hash?: string
          created_at?: string
          expires_at?: string
          hint?: string
          id?: string
          initial_pence?: number
          recipient_email?: string | null
          recipient_name?: string | null
          state?: string
          updated_at?: string
          void_reason?: string | null
        }
        Relationships: []
      }
      inventory_alerts: {
        Row: {
          created_at: string
          id: string
          is_active: boolean
          product_id: string
          resolved_at: string | null
          variant_id: string | null
        }
        Insert: {
          created_at?: string
          id?: string
          is_active?: boolean
          product_id: string
          resolved_at?: string | null
          variant_id?: string | null
        }
        Update: {
          created_at?: string
          id?: string
          is_active?: boolean
          product_id?: string
          resolved_at?: string | null
          variant_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "inventory_alerts_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "inventory_alerts_product_id_variant_id_fkey"
            columns: ["product_id", "variant_id"]
            isOneToOne: false
            referencedRelation: "product_variants"
            referencedColumns: ["product_id", "id"]
          },
        ]
      }
      inventory_movements: {
        Row: {
          actor: string | null
          created_at: string
          id: number
          kind: string
          note: string
          order_id: string | null
          product_id: string
          quantity: number
          variant_id: string | null
        }
        Insert: {
          actor?: string | null
          created_at?: string
          id?: never
          kind: string
          note?: string
          order_id?: string | null
          product_id: string
          quantity: number
          variant_id?: string | null
        }
        Update: {
          actor?: string | null
          created_at?: string
          id?: never
          kind?: string
          note?: string
          order_id?: string | null
          product_id?: string
          quantity?: number
          variant_id?: string | null
        }
        Relationships: []
      }
      order_events: {
        Row: {
          created_at: string
          data: NonNullable<Json>
          description: string
          id: number
          order_id: string
          type: string
        }
        Insert: {
          created_at?: string
          data?: NonNullable<Json>
          description?: string
          id?: never
          order_id: string
          type: string
        }
        Update: {
          created_at?: string
          data?: NonNullable<Json>
          description?: string
          id?: never
          order_id?: string
          type?: string
        }
        Relationships: [
          {
            foreignKeyName: "order_events_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      order_notes: {
        Row: {
          author: string | null
          created_at: string
          id: string
          order_id: string
          text: string
        }
        Insert: {
          author?: string | null
          created_at?: string
          id?: string
          order_id: string
          text: string
        }
        Update: {
          author?: string | null
          created_at?: string
          id?: string
          order_id?: string
          text?: string
        }
        Relationships: [
          {
            foreignKeyName: "order_notes_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      orders: {
        Row: {
          arrives_from: string | null
          arrives_to: string | null
          billing_address: NonNullable<Json>
          cancel_reason: string | null
          checkout_session_id: string
          created_at: string
          currency: string
          customer_id: string | null
          delivered_at: string | null
          discount_amount: number
          email: string | null
          exchanged_amount: number
          gift_card_amount: number
          gift_card_hint: string | null
          id: string
          items: NonNullable<Json>
          marked_refunded: boolean
          order_number: string
          paid_at: string | null
          payment_method: string
          payment_status: string
          phone: string | null
          promotion_code: string | null
          refunded_amount: number
          refunded_to_gift_card: number
          shipping_address: NonNullable<Json>
          shipping_amount: number
          shipping_method: string | null
          status: string
          stripe_payment_intent_id: string | null
          stripe_session_id: string | null
          subtotal: number
          tax_amount: number
          total: number
          updated_at: string
          user_id: string | null
          vat_rate: number
        }
        Insert: {
          arrives_from?: string | null
          arrives_to?: string | null
          billing_address: NonNullable<Json>
          cancel_reason?: string | null
          checkout_session_id: string
          created_at?: string
          currency?: string
          customer_id?: string | null
          delivered_at?: string | null
          discount_amount?: number
          email?: string | null
          exchanged_amount?: number
          gift_card_amount?: number
          gift_card_hint?: string | null
          id?: string
          items: NonNullable<Json>
          marked_refunded?: boolean
          order_number: string
          paid_at?: string | null
          payment_method?: string
          payment_status?: string
          phone?: string | null
          promotion_code?: string | null
          refunded_amount?: number
          refunded_to_gift_card?: number
          shipping_address: NonNullable<Json>
          shipping_amount: number
          shipping_method?: string | null
          status?: string
          stripe_payment_intent_id?: string | null
          stripe_session_id?: string | null
          subtotal: number
          tax_amount: number
          total: number
          updated_at?: string
          user_id?: string | null
          vat_rate?: number
        }
        Update: {
          arrives_from?: string | null
          arrives_to?: string | null
          billing_address?: NonNullable<Json>
          cancel_reason?: string | null
          checkout_session_id?: string
          created_at?: string
          currency?: string
          customer_id?: string | null
          delivered_at?: string | null
          discount_amount?: number
          email?: string | null
          exchanged_amount?: number
          gift_card_amount?: number
          gift_card_hint?: string | null
          id?: string
          items?: NonNullable<Json>
          marked_refunded?: boolean
          order_number?: string
          paid_at?: string | null
          payment_method?: string
          payment_status?: string
          phone?: string | null
          promotion_code?: string | null
          refunded_amount?: number
          refunded_to_gift_card?: number
          shipping_address?: NonNullable<Json>
          shipping_amount?: number
          shipping_method?: string | null
          status?: string
          stripe_payment_intent_id?: string | null
          stripe_session_id?: string | null
          subtotal?: number
          tax_amount?: number
          total?: number
          updated_at?: string
          user_id?: string | null
          vat_rate?: number
        }
        Relationships: [
          {
            foreignKeyName: "orders_checkout_session_id_fkey"
            columns: ["checkout_session_id"]
            isOneToOne: true
            referencedRelation: "checkout_sessions"
            referencedColumns: ["session_id"]
          },
          {
            foreignKeyName: "orders_customer_id_fkey"
            columns: ["customer_id"]
            isOneToOne: false
            referencedRelation: "customers"
            referencedColumns: ["id"]
          },
        ]
      }
      payment_attempts: {
        Row: {
          amount: number
          checkout_session_id: string
          created_at: string
          failure: string | null
          id: string
          provider: string
          reference: string | null
          settled_at: string | null
          status: string
        }
        Insert: {
          amount: number
          checkout_session_id: string
          created_at?: string
          failure?: string | null
          id?: string
          provider: string
          reference?: string | null
          settled_at?: string | null
          status?: string
        }
        Update: {
          amount?: number
          checkout_session_id?: string
          created_at?: string
          failure?: string | null
          id?: string
          provider?: string
          reference?: string | null
          settled_at?: string | null
          status?: string
        }
        Relationships: [
          {
            foreignKeyName: "payment_attempts_checkout_session_id_fkey"
            columns: ["checkout_session_id"]
            isOneToOne: false
            referencedRelation: "checkout_sessions"
            referencedColumns: ["session_id"]
          },
        ]
      }
      product_ratings: {
        Row: {
          product_id: string
          reviews: number
          stars: number
        }
        Insert: {
          product_id: string
          reviews: number
          stars: number
        }
        Update: {
          product_id?: string
          reviews?: number
          stars?: number
        }
        Relationships: [
          {
            foreignKeyName: "product_ratings_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: true
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      product_relations: {
        Row: {
          companion_id: string
          id: string
          place: number
          product_id: string
        }
        Insert: {
          companion_id: string
          id?: string
          place: number
          product_id: string
        }
        Update: {
          companion_id?: string
          id?: string
          place?: number
          product_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "product_relations_companion_id_fkey"
            columns: ["companion_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_relations_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      product_variants: {
        Row: {
          barcode: string | null
          compare_at_price: number | null
          created_at: string
          id: string
          image: string | null
          inventory_quantity: number
          is_active: boolean
          low_stock_threshold: number
          option_values: string[]
          price: number
          product_id: string
          sku: string | null
          track_inventory: boolean
          updated_at: string
          was_price: number | null
          was_price_until: string | null
        }
        Insert: {
          barcode?: string | null
          compare_at_price?: number | null
          created_at?: string
          id?: string
          image?: string | null
          inventory_quantity?: number
          is_active?: boolean
          low_stock_threshold?: number
          option_values: string[]
          price: number
          product_id: string
          sku?: string | null
          track_inventory?: boolean
          updated_at?: string
          was_price?: number | null
          was_price_until?: string | null
        }
        Update: {
          barcode?: string | null
          compare_at_price?: number | null
          created_at?: string
          id?: string
          image?: string | null
          inventory_quantity?: number
          is_active?: boolean
          low_stock_threshold?: number
          option_values?: string[]
          price?: number
          product_id?: string
          sku?: string | null
          track_inventory?: boolean
          updated_at?: string
          was_price?: number | null
          was_price_until?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "product_variants_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      products: {
        Row: {
          archived_at: string | null
          barcode: string | null
          box_contents: string[]
          brand: string | null
          care: string | null
          category_id: string | null
          collection: string | null
          compare_at_price: number | null
          created_at: string
          description: string | null
          dimensions: string | null
          features: string[]
          good_for: string | null
          highest_price: number | null
          id: string
          image_alts: string[]
          images: string[]
          inventory_quantity: number
          is_active: boolean
          is_featured: boolean
          low_stock_threshold: number
          materials: string | null
          name: string
          options: NonNullable<Json>
          price: number
          publish_at: string | null
          seo_description: string | null
          seo_title: string | null
          short_description: string | null
          size_guide: Json | null
          sku: string | null
          slug: string
          track_inventory: boolean
          unpublish_at: string | null
          updated_at: string
          version: number
          was_price: number | null
          was_price_until: string | null
          weight_grams: number | null
        }
        Insert: {
          archived_at?: string | null
          barcode?: string | null
          box_contents?: string[]
          brand?: string | null
          care?: string | null
          category_id?: string | null
          collection?: string | null
          compare_at_price?: number | null
          created_at?: string
          description?: string | null
          dimensions?: string | null
          features?: string[]
          good_for?: string | null
          highest_price?: number | null
          id?: string
          image_alts?: string[]
          images?: string[]
          inventory_quantity?: number
          is_active?: boolean
          is_featured?: boolean
          low_stock_threshold?: number
          materials?: string | null
          name: string
          options?: NonNullable<Json>
          price: number
          publish_at?: string | null
          seo_description?: string | null
          seo_title?: string | null
          short_description?: string | null
          size_guide?: Json | null
          sku?: string | null
          slug: string
          track_inventory?: boolean
          unpublish_at?: string | null
          updated_at?: string
          version?: number
          was_price?: number | null
          was_price_until?: string | null
          weight_grams?: number | null
        }
        Update: {
          archived_at?: string | null
          barcode?: string | null
          box_contents?: string[]
          brand?: string | null
          care?: string | null
          category_id?: string | null
          collection?: string | null
          compare_at_price?: number | null
          created_at?: string
          description?: string | null
          dimensions?: string | null
          features?: string[]
          good_for?: string | null
          highest_price?: number | null
          id?: string
          image_alts?: string[]
          images?: string[]
          inventory_quantity?: number
          is_active?: boolean
          is_featured?: boolean
          low_stock_threshold?: number
          materials?: string | null
          name?: string
          options?: NonNullable<Json>
          price?: number
          publish_at?: string | null
          seo_description?: string | null
          seo_title?: string | null
          short_description?: string | null
          size_guide?: Json | null
          sku?: string | null
          slug?: string
          track_inventory?: boolean
          unpublish_at?: string | null
          updated_at?: string
          version?: number
          was_price?: number | null
          was_price_until?: string | null
          weight_grams?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "products_category_id_fkey"
            columns: ["category_id"]
            isOneToOne: false
            referencedRelation: "categories"
            referencedColumns: ["id"]
          },
        ]
      }
      profiles: {
        Row: {
          created_at: string
          first_name: string
          id: string
          last_name: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          first_name?: string
          id: string
          last_name?: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          first_name?: string
          id?: string
          last_name?: string
          updated_at?: string
        }
        Relationships: []
      }
      promotion_uses: {
        Row: {
          checkout_session_id: string
          created_at: string
          email: string
          held_until: string | null
          id: string
          order_id: string | null
          promotion_id: string
          state: string
          updated_at: string
          user_id: string | null
        }
        Insert: {
          checkout_session_id: string
          created_at?: string
          email: string
          held_until?: string | null
          id?: string
          order_id?: string | null
          promotion_id: string
          state: string
          updated_at?: string
          user_id?: string | null
        }
        Update: {
          checkout_session_id?: string
          created_at?: string
          email?: string
          held_until?: string | null
          id?: string
          order_id?: string | null
          promotion_id?: string
          state?: string
          updated_at?: string
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "promotion_uses_checkout_session_id_fkey"
            columns: ["checkout_session_id"]
            isOneToOne: true
            referencedRelation: "checkout_sessions"
            referencedColumns: ["session_id"]
          },
          {
            foreignKeyName: "promotion_uses_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: true
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "promotion_uses_promotion_id_fkey"
            columns: ["promotion_id"]
            isOneToOne: false
            referencedRelation: "promotions"
            referencedColumns: ["id"]
          },
        ]
      }
      promotions: {
        Row: {
          amount_pence: number | null
          applies_to: string
          buy_quantity: number | null
          category_ids: string[]
          code: string
          created_at: string
          ends_at: string | null
          exchange_pence: number | null
          get_quantity: number | null
          id: string
          is_active: boolean
          is_automatic: boolean
          is_bound: boolean
          kind: string
          minimum_pence: number
          percent: number | null
          product_ids: string[]
          starts_at: string
          updated_at: string
          uses_limit: number | null
          uses_per_customer: number | null
          version: number
        }
        Insert: {
          amount_pence?: number | null
          applies_to?: string
          buy_quantity?: number | null
          category_ids?: string[]
          code: string
          created_at?: string
          ends_at?: string | null
          exchange_pence?: number | null
          get_quantity?: number | null
          id?: string
          is_active?: boolean
          is_automatic?: boolean
          is_bound?: boolean
          kind: string
          minimum_pence?: number
          percent?: number | null
          product_ids?: string[]
          starts_at?: string
          updated_at?: string
          uses_limit?: number | null
          uses_per_customer?: number | null
          version?: number
        }
        Update: {
          amount_pence?: number | null
          applies_to?: string
          buy_quantity?: number | null
          category_ids?: string[]
          code?: string
          created_at?: string
          ends_at?: string | null
          exchange_pence?: number | null
          get_quantity?: number | null
          id?: string
          is_active?: boolean
          is_automatic?: boolean
          is_bound?: boolean
          kind?: string
          minimum_pence?: number
          percent?: number | null
          product_ids?: string[]
          starts_at?: string
          updated_at?: string
          uses_limit?: number | null
          uses_per_customer?: number | null
          version?: number
        }
        Relationships: []
      }
      refund_lines: {
        Row: {
          amount: number
          line: number
          quantity: number
          refund_id: string
          restock: boolean
          restocked: number
        }
        Insert: {
          amount: number
          line: number
          quantity: number
          refund_id: string
          restock: boolean
          restocked: number
        }
        Update: {
          amount?: number
          line?: number
          quantity?: number
          refund_id?: string
          restock?: boolean
          restocked?: number
        }
        Relationships: [
          {
            foreignKeyName: "refund_lines_refund_id_fkey"
            columns: ["refund_id"]
            isOneToOne: false
            referencedRelation: "refunds"
            referencedColumns: ["id"]
          },
        ]
      }
      refunds: {
        Row: {
          actor: string | null
          amount: number
          attempts: number
          by_other_means: boolean
          card_amount: number
          created_at: string
          delivery_amount: number
          edit_id: string | null
          gift_card_amount: number
          given_up: number
          id: string
          last_error: string | null
          next_attempt_at: string
          note: string
          order_id: string
          part_of: string | null
          payment_id: string | null
          provider: string | null
          reason: string
          reference: string | null
          request_hash: string
          round: number
          settled_at: string | null
          state: string
          tax_amount: number
        }
        Insert: {
          actor?: string | null
          amount: number
          attempts?: number
          by_other_means?: boolean
          card_amount: number
          created_at?: string
          delivery_amount: number
          edit_id?: string | null
          gift_card_amount: number
          given_up?: number
          id: string
          last_error?: string | null
          next_attempt_at?: string
          note?: string
          order_id: string
          part_of?: string | null
          payment_id?: string | null
          provider?: string | null
          reason?: string
          reference?: string | null
          request_hash: string
          round?: number
          settled_at?: string | null
          state?: string
          tax_amount: number
        }
        Update: {
          actor?: string | null
          amount?: number
          attempts?: number
          by_other_means?: boolean
          card_amount?: number
          created_at?: string
          delivery_amount?: number
          edit_id?: string | null
          gift_card_amount?: number
          given_up?: number
          id?: string
          last_error?: string | null
          next_attempt_at?: string
          note?: string
          order_id?: string
          part_of?: string | null
          payment_id?: string | null
          provider?: string | null
          reason?: string
          reference?: string | null
          request_hash?: string
          round?: number
          settled_at?: string | null
          state?: string
          tax_amount?: number
        }
        Relationships: [
          {
            foreignKeyName: "refunds_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "refunds_part_of_fkey"
            columns: ["part_of"]
            isOneToOne: false
            referencedRelation: "refunds"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "refunds_payment_id_fkey"
            columns: ["payment_id"]
            isOneToOne: false
            referencedRelation: "payment_attempts"
            referencedColumns: ["id"]
          },
        ]
      }
      release_events: {
        Row: {
          actor: string
          at: string
          before: number | null
          from_set: string | null
          id: number
          to_set: string
          what: string
          why: string
        }
        Insert: {
          actor: string
          at?: string
          before?: number | null
          from_set?: string | null
          id?: never
          to_set: string
          what: string
          why?: string
        }
        Update: {
          actor?: string
          at?: string
          before?: number | null
          from_set?: string | null
          id?: never
          to_set?: string
          what?: string
          why?: string
        }
        Relationships: [
          {
            foreignKeyName: "release_events_before_fkey"
            columns: ["before"]
            isOneToOne: false
            referencedRelation: "release_events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "release_events_from_set_fkey"
            columns: ["from_set"]
            isOneToOne: false
            referencedRelation: "release_sets"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "release_events_to_set_fkey"
            columns: ["to_set"]
            isOneToOne: false
            referencedRelation: "release_sets"
            referencedColumns: ["id"]
          },
        ]
      }
      release_sets: {
        Row: {
          id: string
          left_at: string | null
          made_at: string
          members: NonNullable<Json>
        }
        Insert: {
          id: string
          left_at?: string | null
          made_at?: string
          members: NonNullable<Json>
        }
        Update: {
          id?: string
          left_at?: string | null
          made_at?: string
          members?: NonNullable<Json>
        }
        Relationships: []
      }
      release_state: {
        Row: {
          changed_at: string
          event: number | null
          id: boolean
          last_good: string | null
          live: string | null
          revision: number
          withdrawn: string[]
        }
        Insert: {
          changed_at?: string
          event?: number | null
          id?: boolean
          last_good?: string | null
          live?: string | null
          revision?: number
          withdrawn?: string[]
        }
        Update: {
          changed_at?: string
          event?: number | null
          id?: boolean
          last_good?: string | null
          live?: string | null
          revision?: number
          withdrawn?: string[]
        }
        Relationships: [
          {
            foreignKeyName: "release_state_event_fkey"
            columns: ["event"]
            isOneToOne: false
            referencedRelation: "release_events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "release_state_last_good_fkey"
            columns: ["last_good"]
            isOneToOne: false
            referencedRelation: "release_sets"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "release_state_live_fkey"
            columns: ["live"]
            isOneToOne: false
            referencedRelation: "release_sets"
            referencedColumns: ["id"]
          },
        ]
      }
      releases: {
        Row: {
          name: string
          record: NonNullable<Json>
          recorded_at: string
          recorded_by: string
          version: string
        }
        Insert: {
          name: string
          record: NonNullable<Json>
          recorded_at?: string
          recorded_by: string
          version: string
        }
        Update: {
          name?: string
          record?: NonNullable<Json>
          recorded_at?: string
          recorded_by?: string
          version?: string
        }
        Relationships: [
          {
            foreignKeyName: "releases_name_fkey"
            columns: ["name"]
            isOneToOne: false
            referencedRelation: "remotes"
            referencedColumns: ["name"]
          },
        ]
      }
      remotes: {
        Row: {
          mounts: string[]
          name: string
          owner: string
        }
        Insert: {
          mounts?: string[]
          name: string
          owner: string
        }
        Update: {
          mounts?: string[]
          name?: string
          owner?: string
        }
        Relationships: []
      }
      return_lines: {
        Row: {
          comment: string
          condition: string | null
          decision: string | null
          line: number
          quantity: number
          reason: string
          received: number | null
          restock: boolean | null
          return_id: string
          sealed: boolean
        }
        Insert: {
          comment?: string
          condition?: string | null
          decision?: string | null
          line: number
          quantity: number
          reason: string
          received?: number | null
          restock?: boolean | null
          return_id: string
          sealed: boolean
        }
        Update: {
          comment?: string
          condition?: string | null
          decision?: string | null
          line?: number
          quantity?: number
          reason?: string
          received?: number | null
          restock?: boolean | null
          return_id?: string
          sealed?: boolean
        }
        Relationships: [
          {
            foreignKeyName: "return_lines_return_id_fkey"
            columns: ["return_id"]
            isOneToOne: false
            referencedRelation: "returns"
            referencedColumns: ["id"]
          },
        ]
      }
      returned_payments: {
        Row: {
          amount: number
          attempts: number
          checkout_session_id: string | null
          created_at: string
          currency: string
          id: string
          last_error: string | null
          next_attempt_at: string
          note: string
          reason: string
          reference: string
          refund_reference: string | null
          round: number
          settled_at: string | null
          state: string
        }
        Insert: {
          amount: number
          attempts?: number
          checkout_session_id?: string | null
          created_at?: string
          currency: string
          id?: string
          last_error?: string | null
          next_attempt_at?: string
          note?: string
          reason: string
          reference: string
          refund_reference?: string | null
          round?: number
          settled_at?: string | null
          state?: string
        }
        Update: {
          amount?: number
          attempts?: number
          checkout_session_id?: string | null
          created_at?: string
          currency?: string
          id?: string
          last_error?: string | null
          next_attempt_at?: string
          note?: string
          reason?: string
          reference?: string
          refund_reference?: string | null
          round?: number
          settled_at?: string | null
          state?: string
        }
        Relationships: [
          {
            foreignKeyName: "returned_payments_checkout_session_id_fkey"
            columns: ["checkout_session_id"]
            isOneToOne: false
            referencedRelation: "checkout_sessions"
            referencedColumns: ["session_id"]
          },
        ]
      }
      returns: {
        Row: {
          created_at: string
          decided_at: string | null
          id: string
          note: string
          order_id: string
          received_at: string | null
          refund_id: string | null
          refunded_at: string | null
          state: string
        }
        Insert: {
          created_at?: string
          decided_at?: string | null
          id?: string
          note?: string
          order_id: string
          received_at?: string | null
          refund_id?: string | null
          refunded_at?: string | null
          state?: string
        }
        Update: {
          created_at?: string
          decided_at?: string | null
          id?: string
          note?: string
          order_id?: string
          received_at?: string | null
          refund_id?: string | null
          refunded_at?: string | null
          state?: string
        }
        Relationships: [
          {
            foreignKeyName: "returns_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "returns_refund_id_fkey"
            columns: ["refund_id"]
            isOneToOne: false
            referencedRelation: "refunds"
            referencedColumns: ["id"]
          },
        ]
      }
      reviews: {
        Row: {
          author: string
          body: string
          created_at: string
          decided_at: string | null
          id: string
          line: number
          order_id: string
          product_id: string
          rating: number
          state: string
          variant_name: string
        }
        Insert: {
          author: string
          body?: string
          created_at?: string
          decided_at?: string | null
          id?: string
          line: number
          order_id: string
          product_id: string
          rating: number
          state?: string
          variant_name?: string
        }
        Update: {
          author?: string
          body?: string
          created_at?: string
          decided_at?: string | null
          id?: string
          line?: number
          order_id?: string
          product_id?: string
          rating?: number
          state?: string
          variant_name?: string
        }
        Relationships: [
          {
            foreignKeyName: "reviews_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "reviews_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      search_synonyms: {
        Row: {
          category_id: string | null
          created_at: string
          id: string
          means: string[]
          typed: string[]
          updated_at: string
          version: number
        }
        Insert: {
          category_id?: string | null
          created_at?: string
          id?: string
          means?: string[]
          typed: string[]
          updated_at?: string
          version?: number
        }
        Update: {
          category_id?: string | null
          created_at?: string
          id?: string
          means?: string[]
          typed?: string[]
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "search_synonyms_category_id_fkey"
            columns: ["category_id"]
            isOneToOne: false
            referencedRelation: "categories"
            referencedColumns: ["id"]
          },
        ]
      }
      shipment_lines: {
        Row: {
          line: number
          quantity: number
          shipment_id: string
        }
        Insert: {
          line: number
          quantity: number
          shipment_id: string
        }
        Update: {
          line?: number
          quantity?: number
          shipment_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "shipment_lines_shipment_id_fkey"
            columns: ["shipment_id"]
            isOneToOne: false
            referencedRelation: "shipments"
            referencedColumns: ["id"]
          },
        ]
      }
      shipments: {
        Row: {
          carrier: string | null
          created_at: string
          estimated_delivery: string | null
          id: string
          order_id: string
          shipping_method: string | null
          status: string
          tracking_number: string | null
          updated_at: string
        }
        Insert: {
          carrier?: string | null
          created_at?: string
          estimated_delivery?: string | null
          id?: string
          order_id: string
          shipping_method?: string | null
          status?: string
          tracking_number?: string | null
          updated_at?: string
        }
        Update: {
          carrier?: string | null
          created_at?: string
          estimated_delivery?: string | null
          id?: string
          order_id?: string
          shipping_method?: string | null
          status?: string
          tracking_number?: string | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "shipments_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      shipping_methods: {
        Row: {
          base_price: number
          created_at: string
          description: string | null
          estimated_days_max: number
          estimated_days_min: number
          features: string[]
          id: string
          is_active: boolean
          name: string
          sort_order: number
          updated_at: string
          version: number
        }
        Insert: {
          base_price?: number
          created_at?: string
          description?: string | null
          estimated_days_max?: number
          estimated_days_min?: number
          features?: string[]
          id?: string
          is_active?: boolean
          name: string
          sort_order?: number
          updated_at?: string
          version?: number
        }
        Update: {
          base_price?: number
          created_at?: string
          description?: string | null
          estimated_days_max?: number
          estimated_days_min?: number
          features?: string[]
          id?: string
          is_active?: boolean
          name?: string
          sort_order?: number
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      shipping_rules: {
        Row: {
          actions: NonNullable<Json>
          conditions: NonNullable<Json>
          created_at: string
          id: string
          is_active: boolean
          name: string
          priority: number
          type: string
          updated_at: string
          version: number
        }
        Insert: {
          actions?: NonNullable<Json>
          conditions?: NonNullable<Json>
          created_at?: string
          id?: string
          is_active?: boolean
          name: string
          priority?: number
          type?: string
          updated_at?: string
          version?: number
        }
        Update: {
          actions?: NonNullable<Json>
          conditions?: NonNullable<Json>
          created_at?: string
          id?: string
          is_active?: boolean
          name?: string
          priority?: number
          type?: string
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      shipping_zones: {
        Row: {
          created_at: string
          description: string | null
          id: string
          is_active: boolean
          multiplier: number
          name: string
          position: number
          postcodes: string[]
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          description?: string | null
          id?: string
          is_active?: boolean
          multiplier?: number
          name: string
          position?: number
          postcodes?: string[]
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          description?: string | null
          id?: string
          is_active?: boolean
          multiplier?: number
          name?: string
          position?: number
          postcodes?: string[]
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      shop_settings: {
        Row: {
          key: string
          updated_at: string
          value: NonNullable<Json>
          version: number
        }
        Insert: {
          key: string
          updated_at?: string
          value: NonNullable<Json>
          version?: number
        }
        Update: {
          key?: string
          updated_at?: string
          value?: NonNullable<Json>
          version?: number
        }
        Relationships: []
      }
      staff_invitations: {
        Row: {
          accepted_at: string | null
          created_at: string
          email: string
          expires_at: string
          first_name: string
          id: string
          invited_by: string | null
          last_name: string
          mail_id: string | null
          role: string
          sent_at: string
          token_hash: string
          withdrawn_at: string | null
        }
        Insert: {
          accepted_at?: string | null
          created_at?: string
          email: string
          expires_at?: string
          first_name: string
          id?: string
          invited_by?: string | null
          last_name?: string
          mail_id?: string | null
          role: string
          sent_at?: string
          token_hash: string
          withdrawn_at?: string | null
        }
        Update: {
          accepted_at?: string | null
          created_at?: string
          email?: string
          expires_at?: string
          first_name?: string
          id?: string
          invited_by?: string | null
          last_name?: string
          mail_id?: string | null
          role?: string
          sent_at?: string
          token_hash?: string
          withdrawn_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "staff_invitations_mail_id_fkey"
            columns: ["mail_id"]
            isOneToOne: false
            referencedRelation: "email_outbox"
            referencedColumns: ["id"]
          },
        ]
      }
      staff_views: {
        Row: {
          columns: string[]
          created_at: string
          id: string
          is_default: boolean
          name: string
          owner: string
          query: string
          screen: string
          shared: boolean
          updated_at: string
        }
        Insert: {
          columns?: string[]
          created_at?: string
          id?: string
          is_default?: boolean
          name: string
          owner?: string
          query?: string
          screen: string
          shared?: boolean
          updated_at?: string
        }
        Update: {
          columns?: string[]
          created_at?: string
          id?: string
          is_default?: boolean
          name?: string
          owner?: string
          query?: string
          screen?: string
          shared?: boolean
          updated_at?: string
        }
        Relationships: []
      }
      tracking_events: {
        Row: {
          description: string
          id: number
          location: string | null
          occurred_at: string
          shipment_id: string
          status: string
        }
        Insert: {
          description: string
          id?: never
          location?: string | null
          occurred_at?: string
          shipment_id: string
          status: string
        }
        Update: {
          description?: string
          id?: never
          location?: string | null
          occurred_at?: string
          shipment_id?: string
          status?: string
        }
        Relationships: [
          {
            foreignKeyName: "tracking_events_shipment_id_fkey"
            columns: ["shipment_id"]
            isOneToOne: false
            referencedRelation: "shipments"
            referencedColumns: ["id"]
          },
        ]
      }
      wishlist_items: {
        Row: {
          created_at: string
          product_id: string
          user_id: string
        }
        Insert: {
          created_at?: string
          product_id: string
          user_id?: string
        }
        Update: {
          created_at?: string
          product_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "wishlist_items_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      abandoned_checkouts: {
        Args: { p_page?: number; p_size?: number }
        Returns: Json
      }
      accept_invitation: { Args: { p_token: string }; Returns: string }
      add_shipment: {
        Args: {
          p_carrier?: string
          p_estimated_delivery?: string
          p_lines: Json
          p_order: string
          p_status?: string
          p_tracking_number?: string
        }
        Returns: string
      }
      adjust_stock: {
        Args: {
          p_change: number
          p_kind?: string
          p_note?: string
          p_product_id: string
          p_variant_id?: string
        }
        Returns: number
      }
      advance_canary: {
        Args: {
          p_actor: string
          p_canary: number
          p_share: number
          p_why: string
        }
        Returns: boolean
      }
      advance_canary_as_staff: {
        Args: { p_canary: number; p_share: number; p_why: string }
        Returns: undefined
      }
      answer_message: {
        Args: { p_id: string; p_key: string; p_text: string }
        Returns: undefined
      }
      apply_gift_card: {
        Args: { p_code?: string; p_session_id: string }
        Returns: Json
      }
      apply_promotion: {
        Args: { p_code?: string; p_session_id: string }
        Returns: Json
      }
      archive_products: {
        Args: { p_active?: string[]; p_archived?: boolean; p_ids: string[] }
        Returns: number
      }
      ask_back_in_stock: {
        Args: { p_email: string; p_product_id: string; p_variant_id?: string }
        Returns: undefined
      }
      audit_people: { Args: Record<PropertyKey, never>; Returns: Json }
      automatic_promotions: { Args: Record<PropertyKey, never>; Returns: Json }
      bounce_refund: {
        Args: { p_error: string; p_id: string; p_reference: string }
        Returns: string
      }
      bulk_products: { Args: { p_change: Json; p_ids: Json }; Returns: Json }
      cancel_my_order: { Args: { p_order: string }; Returns: Json }
      cancel_order: {
        Args: { p_order: string; p_reason: string; p_refund?: boolean }
        Returns: Json
      }
      cart_add: {
        Args: {
          p_idempotency_key?: string
          p_product_id: string
          p_quantity?: number
          p_since?: string
          p_variant_id?: string
        }
        Returns: {
          created_at: string
          customer_id: string | null
          id: string
          product_id: string
          quantity: number
          session_id: string | null
          updated_at: string
          variant_id: string | null
        }
        SetofOptions: {
          from: "*"
          to: "cart_items"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      cart_change_variant: {
        Args: { p_item_id: string; p_variant_id: string }
        Returns: {
          created_at: string
          customer_id: string | null
          id: string
          product_id: string
          quantity: number
          session_id: string | null
          updated_at: string
          variant_id: string | null
        }
        SetofOptions: {
          from: "*"
          to: "cart_items"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      cart_merge: { Args: Record<PropertyKey, never>; Returns: undefined }
      check_gift_card: { Args: { p_code: string }; Returns: Json }
      check_promotion: { Args: { p_code: string }; Returns: Json }
      choose_default_address: { Args: { p_id: string }; Returns: undefined }
      claim_account_token: { Args: { p_token: string }; Returns: boolean }
      claim_mail: {
        Args: { p_limit?: number }
        Returns: {
          attempts: number
          created_at: string
          data: NonNullable<Json>
          id: string
          kind: string
          last_error: string | null
          next_attempt_at: string
          order_id: string | null
          recipient: string
          sent_at: string | null
          status: string
          subject: string
        }[]
        SetofOptions: {
          from: "*"
          to: "email_outbox"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      claim_refunds: {
        Args: { p_limit?: number }
        Returns: {
          amount_pence: number
          attempts: number
          currency: string
          id: string
          payment: string
          round: number
        }[]
      }
      companions_of: {
        Args: { p_limit?: number; p_products: string[] }
        Returns: {
          archived_at: string | null
          barcode: string | null
          box_contents: string[]
          brand: string | null
          care: string | null
          category_id: string | null
          collection: string | null
          compare_at_price: number | null
          created_at: string
          description: string | null
          dimensions: string | null
          features: string[]
          good_for: string | null
          highest_price: number | null
          id: string
          image_alts: string[]
          images: string[]
          inventory_quantity: number
          is_active: boolean
          is_featured: boolean
          low_stock_threshold: number
          materials: string | null
          name: string
          options: NonNullable<Json>
          price: number
          publish_at: string | null
          seo_description: string | null
          seo_title: string | null
          short_description: string | null
          size_guide: Json | null
          sku: string | null
          slug: string
          track_inventory: boolean
          unpublish_at: string | null
          updated_at: string
          version: number
          was_price: number | null
          was_price_until: string | null
          weight_grams: number | null
        }[]
        SetofOptions: {
          from: "*"
          to: "products"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      complete_checkout: {
        Args: {
          p_amount_pence?: number
          p_currency?: string
          p_idempotency_key: string
          p_reference?: string
          p_session_id: string
        }
        Returns: Json
      }
      count_my_orders: { Args: Record<PropertyKey, never>; Returns: number }
      count_products: { Args: { p_category?: string }; Returns: number }
      create_release_token: {
        Args: { p_days: number; p_name: string; p_remote: string }
        Returns: string
      }
      customer_profile: { Args: { p_id: string }; Returns: Json }
      dashboard_stats: { Args: Record<PropertyKey, never>; Returns: Json }
      decide_return: {
        Args: { p_id: string; p_lines: Json; p_note?: string }
        Returns: string
      }
      decide_review: {
        Args: { p_id: string; p_state: string }
        Returns: undefined
      }
      decline_reminders: { Args: { p_token: string }; Returns: boolean }
      delete_category: { Args: { p_id: string }; Returns: undefined }
      delete_my_account: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      delete_product: {
        Args: { p_id: string; p_version: number }
        Returns: undefined
      }
      delete_search_synonym: { Args: { p_id: string }; Returns: undefined }
      delete_shipping: {
        Args: { p_id: string; p_kind: string }
        Returns: undefined
      }
      dismiss_setup: { Args: { p_dismissed?: boolean }; Returns: undefined }
      draft_order: { Args: { p_id: string }; Returns: Json }
      duplicate_product: { Args: { p_id: string }; Returns: Json }
      edit_order: {
        Args: {
          p_address?: Json
          p_difference: number
          p_id: string
          p_lines: Json
          p_order: string
          p_reason: string
          p_take_payment?: boolean
          p_version: string
        }
        Returns: Json
      }
      end_draft: {
        Args: { p_id: string; p_version: number; p_withdraw?: boolean }
        Returns: Json
      }
      end_promotion: {
        Args: { p_id: string; p_version: number }
        Returns: Json
      }
      end_session: { Args: { p_id: string }; Returns: undefined }
      exchange_return: {
        Args: {
          p_expected_total: number
          p_id: string
          p_lines: Json
          p_refund: string
        }
        Returns: Json
      }
      explain_shipping: {
        Args: { p_country?: string; p_postcode: string; p_subtotal: number }
        Returns: Json
      }
      export_my_data: { Args: Record<PropertyKey, never>; Returns: Json }
      export_products: {
        Args: { p_after?: string; p_filter?: Json; p_limit?: number }
        Returns: Json
      }
      export_rows: {
        Args: { p_after?: string; p_export: string }
        Returns: Json
      }
      fail_checkout: {
        Args: { p_reason?: string; p_session_id: string }
        Returns: Json
      }
      find_by_code: { Args: { p_code: string }; Returns: Json }
      gift_card_record: { Args: { p_id: string }; Returns: Json }
      give_up_refund: {
        Args: { p_id: string; p_note?: string }
        Returns: undefined
      }
      import_products: {
        Args: { p_dry?: boolean; p_rows: Json }
        Returns: Json
      }
      invite_staff: { Args: { p_fields: Json }; Returns: string }
      issue_account_token: { Args: { p_session_id: string }; Returns: string }
      issue_gift_card: { Args: { p_pence: number }; Returns: string }
      job_backlog: { Args: Record<PropertyKey, never>; Returns: Json }
      linked_order_edit: { Args: { p_session_id: string }; Returns: Json }
      list_brands: {
        Args: { p_category?: string }
        Returns: {
          brand: string
        }[]
      }
      live_releases: { Args: Record<PropertyKey, never>; Returns: Json }
      low_stock: { Args: { p_page?: number; p_size?: number }; Returns: Json }
      mail_record: { Args: { p_id: string }; Returns: Json }
      mark_orders_sent: {
        Args: { p_dry: boolean; p_rows: Json }
        Returns: Json
      }
      merge_customers: {
        Args: { p_main: string; p_merged: string }
        Returns: undefined
      }
      message_record: { Args: { p_id: string }; Returns: Json }
      my_profile: { Args: Record<PropertyKey, never>; Returns: Json }
      my_rights: { Args: Record<PropertyKey, never>; Returns: string[] }
      my_sessions: { Args: Record<PropertyKey, never>; Returns: Json }
      note_reminder: {
        Args: { p_declined: boolean; p_session_id: string }
        Returns: undefined
      }
      office_audit: {
        Args: {
          p_after?: number
          p_before?: number
          p_filter?: Json
          p_size?: number
        }
        Returns: Json
      }
      office_canary: { Args: Record<PropertyKey, never>; Returns: Json }
      office_categories: { Args: Record<PropertyKey, never>; Returns: Json }
      office_customers: {
        Args: {
          p_page?: number
          p_query?: string
          p_size?: number
          p_tag?: string
        }
        Returns: Json
      }
      office_drafts: {
        Args: { p_filter?: Json; p_page?: number; p_size?: number }
        Returns: Json
      }
      office_gift_cards: {
        Args: { p_filter?: Json; p_page?: number; p_size?: number }
        Returns: Json
      }
      office_mail: {
        Args: {
          p_after?: string
          p_query?: string
          p_size?: number
          p_state?: string
        }
        Returns: Json
      }
      office_messages: {
        Args: { p_filter?: Json; p_page?: number; p_size?: number }
        Returns: Json
      }
      office_orders: {
        Args: {
          p_filter?: Json
          p_page?: number
          p_size?: number
          p_sort?: string
        }
        Returns: Json
      }
      office_parcels: {
        Args: {
          p_page?: number
          p_query?: string
          p_size?: number
          p_state?: string
        }
        Returns: Json
      }
      office_products: {
        Args: {
          p_filter?: Json
          p_page?: number
          p_size?: number
          p_sort?: string
        }
        Returns: Json
      }
      office_promotions: {
        Args: { p_filter?: Json; p_page?: number; p_size?: number }
        Returns: Json
      }
      office_release_events: {
        Args: { p_page?: number; p_size?: number }
        Returns: Json
      }
      office_release_tokens: { Args: Record<PropertyKey, never>; Returns: Json }
      office_releases: { Args: Record<PropertyKey, never>; Returns: Json }
      office_returns: {
        Args: { p_page?: number; p_size?: number; p_state?: string }
        Returns: Json
      }
      office_reviews: {
        Args: { p_page?: number; p_size?: number; p_state?: string }
        Returns: Json
      }
      office_search: { Args: { p_text: string }; Returns: Json }
      office_staff: { Args: Record<PropertyKey, never>; Returns: Json }
      office_takings: { Args: { p_from: string; p_to: string }; Returns: Json }
      office_tasks: { Args: Record<PropertyKey, never>; Returns: Json }
      open_return: {
        Args: {
          p_expected?: boolean
          p_id: string
          p_lines: Json
          p_note?: string
          p_order: string
        }
        Returns: string
      }
      order_categories: { Args: { p_ids: string[] }; Returns: undefined }
      order_change_effects: {
        Args: { p_order: string; p_payment_status?: string; p_status?: string }
        Returns: Json
      }
      order_choices: { Args: { p_order: string }; Returns: Json }
      order_edits: { Args: { p_order: string }; Returns: Json }
      order_history: { Args: { p_order: string }; Returns: Json }
      order_receipt: {
        Args: { p_number?: string; p_token?: string }
        Returns: Json
      }
      pay_refund_otherwise: {
        Args: { p_id: string; p_note: string }
        Returns: undefined
      }
      payment_link: { Args: { p_session_id: string }; Returns: Json }
      pieces_to_send: { Args: { p_orders: string[] }; Returns: Json }
      placed_order: { Args: { p_session_id: string }; Returns: Json }
      preview_order_edit: {
        Args: { p_address?: Json; p_lines: Json; p_order: string }
        Returns: Json
      }
      price_draft: { Args: { p_fields: Json }; Returns: Json }
      product_facets: {
        Args: {
          p_brand?: string
          p_category?: string
          p_in_stock?: boolean
          p_listing?: string
          p_max?: number
          p_min?: number
        }
        Returns: {
          count: number
          facet: string
          value: string
        }[]
      }
      product_is_ordered: { Args: { p_id: string }; Returns: boolean }
      product_record: { Args: { p_id: string }; Returns: Json }
      promote_as_staff: {
        Args: { p_live: string; p_record: Json; p_why: string }
        Returns: Json
      }
      promote_release: {
        Args: {
          p_actor: string
          p_members: Json
          p_start?: boolean
          p_why?: string
        }
        Returns: Json
      }
      promote_with_token: {
        Args: { p_record: Json; p_token: string }
        Returns: Json
      }
      promotion_orders: {
        Args: { p_id: string; p_page?: number; p_size?: number }
        Returns: Json
      }
      promotion_record: { Args: { p_id: string }; Returns: Json }
      quote_exchange: { Args: { p_id: string; p_lines?: Json }; Returns: Json }
      quote_refund: {
        Args: {
          p_amount?: number
          p_delivery?: number
          p_lines?: Json
          p_order: string
        }
        Returns: Json
      }
      read_account_token: { Args: { p_token: string }; Returns: Json }
      read_invitation: { Args: { p_token: string }; Returns: Json }
      read_review_link: { Args: { p_token: string }; Returns: Json }
      receive_return: {
        Args: { p_id: string; p_lines: Json }
        Returns: undefined
      }
      recent_activity: { Args: Record<PropertyKey, never>; Returns: Json }
      record_canary_samples: {
        Args: { p_canary: number; p_samples: Json; p_share: number }
        Returns: undefined
      }
      record_release: {
        Args: { p_actor: string; p_record: Json }
        Returns: boolean
      }
      redirect_of: { Args: { p_kind: string; p_slug: string }; Returns: string }
      refund_order: {
        Args: {
          p_amount?: number
          p_delivery?: number
          p_id: string
          p_lines?: Json
          p_order: string
          p_reason?: string
          p_restock?: boolean
        }
        Returns: Json
      }
      refund_return: {
        Args: {
          p_amount?: number
          p_delivery?: number
          p_id: string
          p_reason?: string
          p_refund: string
        }
        Returns: Json
      }
      refunds_of: { Args: { p_order: string }; Returns: Json }
      remove_second_factor: { Args: { p_id: string }; Returns: undefined }
      reorder: { Args: { p_order: string }; Returns: Json }
      request_return: {
        Args: { p_id: string; p_lines: Json; p_order: string }
        Returns: string
      }
      resend_invitation: { Args: { p_id: string }; Returns: undefined }
      reserve_checkout: { Args: { p_session_id: string }; Returns: Json }
      retry_failed_mail: { Args: { p_after?: string }; Returns: Json }
      retry_mail: { Args: { p_id: string }; Returns: undefined }
      retry_refund: { Args: { p_id: string }; Returns: undefined }
      return_payment: {
        Args: {
          p_amount_pence: number
          p_currency: string
          p_reason: string
          p_reference: string
          p_session_id: string
        }
        Returns: string
      }
      returns_of: { Args: { p_order: string }; Returns: Json }
      revoke_release_token: { Args: { p_id: string }; Returns: undefined }
      roll_back_as_staff: {
        Args: { p_to: string; p_why: string }
        Returns: Json
      }
      roll_back_release: {
        Args: { p_actor: string; p_why?: string; p_withdraw?: boolean }
        Returns: Json
      }
      roll_back_with_token: { Args: { p_token: string }; Returns: Json }
      running_canary: { Args: Record<PropertyKey, never>; Returns: Json }
      sales_series: {
        Args: { p_from: string; p_to: string; p_unit: string }
        Returns: Json
      }
      save_category: {
        Args: { p_fields?: Json; p_id?: string; p_version?: number }
        Returns: Json
      }
      save_category_companions: {
        Args: {
          p_before: string[]
          p_category_id: string
          p_companions: string[]
        }
        Returns: undefined
      }
      save_companions: {
        Args: {
          p_before: string[]
          p_companions: string[]
          p_product_id: string
        }
        Returns: undefined
      }
      save_customer: {
        Args: { p_id: string; p_values: Json; p_version: number }
        Returns: undefined
      }
      save_draft: {
        Args: { p_fields?: Json; p_id?: string; p_version?: number }
        Returns: Json
      }
      save_product: {
        Args: {
          p_fields?: Json
          p_id?: string
          p_note?: string
          p_stock_change?: number
          p_variants?: Json
          p_version?: number
        }
        Returns: Json
      }
      save_profile: {
        Args: { p_first_name: string; p_last_name: string; p_phone: string }
        Returns: undefined
      }
      save_promotion: {
        Args: { p_fields?: Json; p_id?: string; p_version?: number }
        Returns: Json
      }
      save_search_synonym: {
        Args: {
          p_category?: string
          p_id?: string
          p_means?: string[]
          p_typed?: string[]
          p_version?: number
        }
        Returns: Json
      }
      save_setting: {
        Args: {
          p_key: string
          p_seen?: Json
          p_value?: Json
          p_version?: number
        }
        Returns: number
      }
      save_shipping: {
        Args: {
          p_fields?: Json
          p_id?: string
          p_kind: string
          p_version?: number
        }
        Returns: Json
      }
      saved_views: { Args: { p_screen: string }; Returns: Json }
      search_customers: {
        Args: {
          p_before?: string
          p_before_id?: string
          p_limit?: number
          p_query?: string
        }
        Returns: {
          accepts_marketing: boolean
          age_verified: boolean
          created_at: string
          email: string
          first_name: string
          id: string
          is_guest: boolean
          last_name: string
          last_order_at: string | null
          phone: string | null
          stripe_customer_id: string | null
          total_orders: number
          total_spent: number
          updated_at: string
          user_id: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "customers"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      search_orders: {
        Args: {
          p_before?: string
          p_before_id?: string
          p_limit?: number
          p_payment_status?: string
          p_query?: string
        }
        Returns: {
          arrives_from: string | null
          arrives_to: string | null
          billing_address: NonNullable<Json>
          cancel_reason: string | null
          checkout_session_id: string
          created_at: string
          currency: string
          customer_id: string | null
          delivered_at: string | null
          discount_amount: number
          email: string | null
          exchanged_amount: number
          gift_card_amount: number
          gift_card_hint: string | null
          id: string
          items: NonNullable<Json>
          marked_refunded: boolean
          order_number: string
          paid_at: string | null
          payment_method: string
          payment_status: string
          phone: string | null
          promotion_code: string | null
          refunded_amount: number
          refunded_to_gift_card: number
          shipping_address: NonNullable<Json>
          shipping_amount: number
          shipping_method: string | null
          status: string
          stripe_payment_intent_id: string | null
          stripe_session_id: string | null
          subtotal: number
          tax_amount: number
          total: number
          updated_at: string
          user_id: string | null
          vat_rate: number
        }[]
        SetofOptions: {
          from: "*"
          to: "orders"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      search_places: {
        Args: { p_query: string }
        Returns: {
          about: string
          kind: string
          path: string
          title: string
        }[]
      }
      search_products: {
        Args: { p_limit?: number; p_offset?: number; p_query: string }
        Returns: {
          archived_at: string | null
          barcode: string | null
          box_contents: string[]
          brand: string | null
          care: string | null
          category_id: string | null
          collection: string | null
          compare_at_price: number | null
          created_at: string
          description: string | null
          dimensions: string | null
          features: string[]
          good_for: string | null
          highest_price: number | null
          id: string
          image_alts: string[]
          images: string[]
          inventory_quantity: number
          is_active: boolean
          is_featured: boolean
          low_stock_threshold: number
          materials: string | null
          name: string
          options: NonNullable<Json>
          price: number
          publish_at: string | null
          seo_description: string | null
          seo_title: string | null
          short_description: string | null
          size_guide: Json | null
          sku: string | null
          slug: string
          track_inventory: boolean
          unpublish_at: string | null
          updated_at: string
          version: number
          was_price: number | null
          was_price_until: string | null
          weight_grams: number | null
        }[]
        SetofOptions: {
          from: "*"
          to: "products"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      second_factor_step: { Args: Record<PropertyKey, never>; Returns: string }
      send_draft: {
        Args: {
          p_days?: number
          p_email?: boolean
          p_expected_total: number
          p_id: string
          p_version: number
        }
        Returns: Json
      }
      send_gift_card: {
        Args: { p_key: string; p_pence: number; p_recipient: Json }
        Returns: Json
      }
      send_reminder: { Args: { p_session: string }; Returns: undefined }
      set_marketing_consent: {
        Args: { p_given: boolean; p_words: string }
        Returns: undefined
      }
      set_remote: {
        Args: { p_mounts: string[]; p_name: string; p_owner: string }
        Returns: undefined
      }
      set_staff: {
        Args: { p_active?: boolean; p_id: string; p_role?: string }
        Returns: undefined
      }
      settle_mail: {
        Args: { p_error?: string; p_id: string; p_subject?: string }
        Returns: string
      }
      settle_order_edit: {
        Args: { p_id: string; p_take_payment: boolean }
        Returns: Json
      }
      settle_refund: {
        Args: {
          p_error?: string
          p_final?: boolean
          p_id: string
          p_reference?: string
        }
        Returns: string
      }
      setup_checklist: { Args: Record<PropertyKey, never>; Returns: Json }
      start_canary: {
        Args: {
          p_actor: string
          p_by_hand: boolean
          p_members: Json
          p_share: number
        }
        Returns: Json
      }
      start_canary_as_staff: {
        Args: {
          p_by_hand: boolean
          p_live: string
          p_record: Json
          p_share: number
          p_why: string
        }
        Returns: undefined
      }
      start_checkout: {
        Args: { p_details: Json }
        Returns: {
          billing_address: NonNullable<Json>
          cart_items: NonNullable<Json>
          completed_at: string | null
          created_at: string
          currency: string
          customer_id: string | null
          discount_amount: number
          email: string
          expires_at: string
          first_name: string
          gift_card_amount: number
          gift_card_hint: string | null
          gift_card_id: string | null
          id: string
          kind: string
          last_name: string
          metadata: NonNullable<Json>
          phone: string | null
          promotion_code: string | null
          promotion_id: string | null
          session_id: string
          shipping_address: NonNullable<Json>
          shipping_amount: number
          shipping_method_id: string | null
          status: string
          stripe_payment_intent_id: string | null
          subtotal: number
          tax_amount: number
          total: number
          updated_at: string
          user_id: string | null
          vat_rate: number
        }
        SetofOptions: {
          from: "*"
          to: "checkout_sessions"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      start_export: {
        Args: { p_filter?: Json; p_kind: string }
        Returns: string
      }
      start_gift_card: {
        Args: { p_details: Json }
        Returns: {
          billing_address: NonNullable<Json>
          cart_items: NonNullable<Json>
          completed_at: string | null
          created_at: string
          currency: string
          customer_id: string | null
          discount_amount: number
          email: string
          expires_at: string
          first_name: string
          gift_card_amount: number
          gift_card_hint: string | null
          gift_card_id: string | null
          id: string
          kind: string
          last_name: string
          metadata: NonNullable<Json>
          phone: string | null
          promotion_code: string | null
          promotion_id: string | null
          session_id: string
          shipping_address: NonNullable<Json>
          shipping_amount: number
          shipping_method_id: string | null
          status: string
          stripe_payment_intent_id: string | null
          subtotal: number
          tax_amount: number
          total: number
          updated_at: string
          user_id: string | null
          vat_rate: number
        }
        SetofOptions: {
          from: "*"
          to: "checkout_sessions"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      stock_of: { Args: { p_id: string }; Returns: Json }
      stop_canary: {
        Args: { p_actor: string; p_canary: number; p_why: string }
        Returns: boolean
      }
      stop_canary_as_staff: {
        Args: { p_canary: number; p_why: string }
        Returns: undefined
      }
      sweep: { Args: Record<PropertyKey, never>; Returns: Json }
      take_draft_payment: {
        Args: { p_expected_total: number; p_id: string; p_version: number }
        Returns: Json
      }
      token_remote: { Args: { p_token: string }; Returns: Json }
      track_order: {
        Args: { p_contact?: string; p_order_number: string }
        Returns: Json
      }
      undo_bulk: { Args: { p_done: Json }; Returns: Json }
      undo_order_change: {
        Args: { p_order: string; p_payment_status: string; p_status: string }
        Returns: undefined
      }
      unmerge_customer: { Args: { p_merged: string }; Returns: undefined }
      unread_messages: { Args: Record<PropertyKey, never>; Returns: number }
      unreferenced_pictures: {
        Args: { p_after?: string; p_limit?: number }
        Returns: Json
      }
      unused_pictures: { Args: { p_addresses: string[] }; Returns: string[] }
      vat_rate: { Args: Record<PropertyKey, never>; Returns: number }
      void_gift_card: {
        Args: { p_id: string; p_reason: string }
        Returns: undefined
      }
      waiting_for_stock: { Args: { p_id: string }; Returns: Json }
      wishlist_merge: { Args: { p_products: Json }; Returns: undefined }
      withdraw_exchange: { Args: { p_id: string }; Returns: undefined }
      withdraw_invitation: { Args: { p_id: string }; Returns: undefined }
      write_review: {
        Args: {
          p_author: string
          p_body: string
          p_line: number
          p_rating: number
          p_token: string
        }
        Returns: undefined
      }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] &
        DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] &
        DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {},
  },
} as const
