-- Counts a hit for each key, until one is full: the seconds to wait for that one, or 0.
-- KEYS: what is counted. ARGV: the seconds of a window, then the limit of each key.
-- A window slides: of the one before, the share that still lies in it counts. The clock
-- is that of Redis, for all processes.
local seconds = tonumber(ARGV[1])
local clock = redis.call('TIME')
local now = (tonumber(clock[1]) + tonumber(clock[2]) / 1000000) / seconds
local window = math.floor(now)
local gone = now - window

for place, key in ipairs(KEYS) do
    local limit = tonumber(ARGV[place + 1])
    local current_key = key .. ':' .. window
    local current = tonumber(redis.call('GET', current_key) or '0')
    local previous = tonumber(redis.call('GET', key .. ':' .. window - 1) or '0')
    if current >= limit then
        -- Nothing is free before the next window, which begins with all of these.
        local share = 1 - gone + math.max(0, 1 - limit / current)
        return math.max(1, math.ceil(share * seconds))
    end
    if math.floor(previous * (1 - gone)) + current >= limit then
        local share = 1 - (limit - current) / previous - gone
        return math.max(1, math.ceil(share * seconds))
    end
    redis.call('INCR', current_key)
    redis.call('EXPIRE', current_key, 2 * seconds)
end
return 0
