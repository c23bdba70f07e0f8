-- One row that differs after every change of what a property's snapshot is made of, see
-- migration 0005: the transactions that have changed it, and the last change of this
-- transaction, if it has made any. A setting of an earlier transaction is left blank.
select
    nullif(current_setting('concierge.last_change', true), ''),
    array(
        select stamp.transaction
        from knowledge_snapshotstamp as stamp
        where stamp.property_id = %(property)s
        order by stamp.id
    )
